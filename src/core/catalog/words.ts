/** Words that say nothing about what is wanted, in English and French. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about add all also an and any app application are as ask at be by can could do does for from get give have help how i if in
  into is it its just let like make me my need new of on or our out over please server servers set should so some something
  that the their them then there these this to tool tools up us use using want was we what when where which will with would you
  your project
  afin ai aide aimerais ajouter au aux avec avoir besoin ce ces cet cette comme comment dans de des du elle en est et etre
  faire fais fait faut il ils j je l la le les leur lui ma mais mes moi mon n ne nos notre nous on ont ou outil outils par pas
  peux pour pourrais projet qu que quel quelle qui sa sans se serveur serveurs ses si son sont sur ta tes toi ton tu un une
  utiliser va veux voudrais vos votre vous y d c s m t`.split(/\s+/),
);

/** Lower case, no accents, words of letters and digits with one space between: what texts are compared in. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The words of a folded text that mean something; all of them where none does. */
export function tellingWords(folded: string): readonly string[] {
  const words = folded.split(' ').filter(word => word !== '');
  const telling = words.filter(word => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}
