import { stem } from '../../src/core/catalog/entry/stem';
import { foldText, tellingWords } from '../../src/core/catalog/search/words';

const SATURATION = 1.2;
const LENGTH = 0.75;

/** Names of texts for a query, best first, by BM25 (Robertson and Zaragoza 2009) over their stemmed words: what every search is compared with. */
export function plainBm25(texts: ReadonlyMap<string, string>): (query: string) => readonly string[] {
  const documents = [...texts].map(([name, text]) => ({ name, words: countOf(stemsOf(text)) }));
  const lengthOf = (words: ReadonlyMap<string, number>): number =>
    [...words.values()].reduce((a, b) => a + b, 0);
  const usual = documents.reduce((sum, { words }) => sum + lengthOf(words), 0) / documents.length;
  const having = countOf(documents.flatMap(({ words }) => [...words.keys()]));
  return query => {
    const wanted = new Set(stemsOf(query));
    const scored = documents.map(({ name, words }) => {
      const length = 1 - LENGTH + (LENGTH * lengthOf(words)) / usual;
      const parts = [...wanted].map(word => {
        const count = words.get(word) ?? 0;
        const n = having.get(word) ?? 0;
        const rarity = Math.log(1 + (documents.length - n + 0.5) / (n + 0.5));
        return (rarity * count * (SATURATION + 1)) / (count + SATURATION * length);
      });
      return { name, score: parts.reduce((a, b) => a + b, 0) };
    });
    return scored
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ name }) => name);
  };
}

function stemsOf(text: string): readonly string[] {
  return tellingWords(foldText(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))).map(stem);
}

function countOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
