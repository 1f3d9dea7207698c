import { stem } from '../catalog/entry/stem';
import { foldText, isStopWord, wordsOf } from '../catalog/search/words';
import type { Toolset } from './toolset';

/** Toolsets that one search names at most. */
const MOST = 3;

/** The toolsets that have words of an intent in their names or descriptions, best first. */
export function fittingToolsets(toolsets: readonly Toolset[], intent: string): readonly Toolset[] {
  const wanted = new Set(stemsOf(intent));
  return toolsets
    .map(toolset => {
      const own = new Set(stemsOf(`${toolset.name} ${toolset.description}`));
      return { toolset, shared: [...wanted].filter(word => own.has(word)).length };
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, MOST)
    .map(({ toolset }) => toolset);
}

function stemsOf(text: string): readonly string[] {
  return wordsOf(foldText(text))
    .filter(word => !isStopWord(word))
    .map(stem);
}
