import { stem } from '../entry/stem';

/**
 * What people do with things, in the words that ask for it: whoever says "note" or "retenir" may want a tool that is called `create`.
 * Only ordinary verbs, none of them with a server in mind.
 */
const ACTIONS = [
  `create add new make write insert record note save keep remember store register open put append generate draft file set build
  begin compose creer ajouter nouveau faire ecrire inserer enregistrer noter retenir memoriser stocker garder ouvrir generer
  rediger mettre poser inscrire`,
  `delete remove erase forget clear drop discard unset purge close destroy cancel wipe trash rid supprimer retirer enlever
  effacer oublier vider annuler fermer detruire jeter`,
  `list all every which enumerate show overview browse available existing lister liste tous toutes chaque quels quelles
  enumerer parcourir inventaire ensemble`,
  `get read fetch view see show look retrieve open display check inspect examine details return obtain info information load
  what know describe lire voir afficher consulter recuperer obtenir regarder montrer examiner relire savoir connaitre ouvrir`,
  `search find query look locate where lookup grep match discover seek filter about chercher rechercher trouver retrouver
  recherche localiser ou filtrer`,
  `update edit change modify rename alter adjust replace correct fix patch set revise amend rewrite resize mark assign
  modifier changer mettre jour renommer corriger remplacer ajuster editer reviser marquer attribuer`,
  `send post share publish reply comment message mail notify answer write tell submit envoyer publier partager repondre
  commenter poster prevenir signaler soumettre`,
  `move copy transfer migrate rename relocate duplicate deplacer copier transferer migrer ranger dupliquer`,
  `run execute start launch trigger invoke call evaluate deploy apply perform executer lancer demarrer declencher appeler
  evaluer deployer appliquer`,
  `stop pause end cancel terminate kill halt abort close arreter stopper terminer annuler interrompre fermer tuer`,
  `analyze compare summarize report statistics count measure metrics how many much audit diagnose explain calculate compute
  analyser comparer resumer rapport statistiques compter mesurer combien bilan auditer expliquer calculer`,
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
