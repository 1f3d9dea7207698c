import { stem } from '../entry/stem';

/**
 * What people do with things, in the words that ask for it: whoever says "note" or "retenir" may want a tool that is called `create`.
 * Only ordinary verbs, none of them with a server in mind.
 */
const ACTIONS = [
  `create add new make write insert record note save keep remember store register open put append generate draft set build
  begin compose schedule book reserve plan sell draw plot paint design invent
  creer cree ajouter ajoute nouveau nouvelle faire fais ecrire ecris inserer enregistrer enregistre noter note retenir retiens memoriser stocker garder garde ouvrir
  generer rediger mettre mets poser inscrire planifier reserver programmer dessiner vendre bloquer`,
  `delete remove erase forget clear drop discard unset purge destroy cancel wipe trash rid off uninstall unpublish revoke
  supprimer supprime retirer retire enlever enleve effacer efface oublier oublie vider annuler annule detruire jeter revoquer`,
  `list all every which enumerate show overview browse available existing lister liste tous toutes toute chaque quels quelles quel quelle
  enumerer parcourir inventaire ensemble`,
  `get read fetch view see show look retrieve open display inspect examine details return obtain info information load
  what know describe status lire lis voir afficher affiche consulter consulte recuperer recupere obtenir regarder montrer montre examiner relire savoir connaitre ouvrir`,
  `search find query look locate where lookup grep match discover seek filter about chercher cherche rechercher trouver trouve retrouver retrouve
  recherche localiser ou filtrer qui`,
  `update edit change modify rename alter adjust replace correct fix patch set revise amend rewrite resize mark assign turn switch resolve
  modifier modifie changer change mettre mets jour renommer renomme corriger corrige remplacer remplace ajuster editer reviser marquer marque attribuer passer`,
  `send post share publish reply comment message mail email notify answer tell submit announce warn
  envoyer envoie publier publie partager partage repondre reponds commenter poster prevenir previens signaler soumettre`,
  `move copy transfer migrate rename relocate duplicate clone put deplacer deplace copier copie transferer migrer ranger dupliquer mettre`,
  `run execute start launch trigger invoke call evaluate deploy apply perform play restart trigger executer execute lancer lance demarrer demarre declencher declenche appeler
  evaluer deployer deploie appliquer jouer relancer`,
  `stop pause end cancel terminate kill halt abort close disable shut quit arreter arrete stopper terminer annuler interrompre fermer ferme tuer couper desactiver raccrocher`,
  `analyze compare summarize report statistics count measure metrics how many much audit diagnose explain calculate compute diff difference average total
  analyser compare comparer resumer resume rapport statistiques compter mesurer combien bilan auditer expliquer calculer moyenne`,
  `check verify validate test prove ensure confirm lint scan valid whether review approve
  verifier verifie valider valide tester teste controler confirmer prouver approuver`,
  `convert transform translate turn into export render encode decode format compress pack extract parse
  convertir transformer traduire traduis exporter rendre encoder decoder formater compresser extraire`,
  `import upload ingest push download pull fetch export load install save importer televerser envoyer telecharger charger installer deposer sortir`,
  `enable activate connect link attach join invite grant assign subscribe allow bind pair add
  activer active connecter connecte lier attacher rejoindre inviter accorder attribuer abonner autoriser`,
];

const BY_STEM: ReadonlyMap<string, ReadonlySet<number>> = byStem();

/** The actions that words ask for, each with how surely: a word of two actions speaks for each of them by half. */
export function actionsOf(words: readonly string[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const word of words) {
    const actions = BY_STEM.get(stem(word)) ?? [];
    for (const action of actions)
      found.set(action, Math.max(found.get(action) ?? 0, 1 / [...actions].length));
  }
  return found;
}

function byStem(): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [action, words] of ACTIONS.entries())
    for (const word of words.split(/\s+/)) {
      const part = stem(word);
      found.set(part, (found.get(part) ?? new Set()).add(action));
    }
  return found;
}
