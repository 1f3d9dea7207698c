/** Words that say nothing about what is wanted, in English and French. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about actually add again all already also am an and any anyone anything app application are as ask at be because been before being
  but by can cannot could did do does doing don done each either else ever everything every for from gave get gets getting give given go goes
  going gonna got had has have having hello help her here hey hi him his how i if im in instead into is isn it its itself just kind let lets
  like ll look lot made make makes making many may maybe me might more most much must my myself need needed needs never no not now of off ok
  on once one only onto or other our ours out over own perhaps please possible project quickly quite re really right same should since so some
  somebody someone something somehow soon still such sure take tell than thank thanks that the their them then there these they thing things
  this those through to too tool tools toward try two until up upon us use used user uses using various ve very via wanna want wanted wants
  was way we well were what when where whether which while who whole whom whose why will wish with within without work works would yes yet
  you your yours yourself server servers set
  afin ai aide aider ainsi ajouter alors apres as assez au aucun aucune aujourd aussi autre autres aux avait avant avec avez avoir avons ayant
  beaucoup besoin bien bon bonjour c ca car ce cela celle celui ces cet cette ceux chaque chez ci comme comment d dans de deja depuis des
  dire dis dit doit doivent donc dont du deux elle elles en encore entre es est et etaient etait etant etc ete etre eu eux fais faire fait faites
  faudrait faut font hier hui ici il ils j je jusque l la laquelle le lequel les lesquels leur leurs lors lorsque lui m ma maintenant mais me
  meme memes merci mes met mettre mieux moi moins mon n ne ni nos notre nous on ont ou oui outil outils par parce parmi pas pendant peu
  peut peuvent peux plein plus plusieurs plutot pour pourquoi pourrais pourrait pourriez pouvez pouvoir pres projet puis puisse puissent qu quand que
  quel quelle quelles quelqu quelque quelques quels qui quoi rien s sa sais sans se sera serait serveur serveurs ses seulement si soit son
  sont sous souhaite souhaiterais sur ta tant te tel telle tes tiens toi ton toujours tous tout toute toutes tres tu un une utiliser va vais vas vers veut veux
  voici voila voir vont vos votre voudrais voudrait vouloir vous vraiment vu y aimerais aimerait permettre permet s t`.split(
    /\s+/,
  ),
);

/** Whether a folded word says nothing about what is wanted. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Letters that stand for two, which Unicode does not take apart. */
const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ß', 'ss'],
]);

/** Lower case, no accents, words of letters and digits with one space between: what texts are compared in. */
export function foldText(text: string): string {
  // Most texts, three times as fast.
  if (/^[\0-\x7f]*$/.test(text))
    return withSpelledNames(text.toLowerCase())
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim();
  const folded = text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[œæß]/g, letter => LIGATURES.get(letter) ?? letter);
  return withSpelledNames(folded)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Names that are told apart by a sign alone. */
function withSpelledNames(text: string): string {
  if (!text.includes('#') && !text.includes('.net')) return text;
  return text.replaceAll(/\bc#/g, 'csharp').replaceAll(/(?<![\p{L}\p{N}])\.net\b/gu, 'dotnet');
}

/** The words of a folded text. */
export function wordsOf(folded: string): readonly string[] {
  return folded === '' ? [] : folded.split(' ');
}

/** The words of a folded text that mean something; all of them where none does. */
export function tellingWords(folded: string): readonly string[] {
  const words = wordsOf(folded);
  const telling = words.filter(word => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}
