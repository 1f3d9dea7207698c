import type { SearchableTool } from './catalogIndex';
import type { Meanings } from './meanings';
import { type Voices, voicesFor } from './toolVoices';

/** A tool with the chance that it is the one that is needed: those of all tools of a server add up to 1. */
export interface RankedTool<Tool> {
  readonly tool: Tool;
  readonly chance: number;
}

/** What each voice counts, as `npm run bench -- toolChoices` finds it from the tuning requests (`--fit`). */
const WEIGHTS: Readonly<Record<keyof Voices, number>> = {
  share: 6,
  clearest: 5.36,
  opening: 0.95,
  otherwise: -1.36,
  length: -1.05,
  parts: 2.03,
};

/** Orders the tools of one server by what somebody wants to do, best first. None where nothing speaks for any of them. */
export function rankTools<Tool extends SearchableTool>(
  tools: readonly Tool[],
  purpose: string,
  meanings: Meanings | undefined,
): readonly RankedTool<Tool>[] {
  const voices = voicesFor(tools, purpose, meanings);
  if (!voices.some(({ share, opening, parts }) => share + opening + parts > 0)) return [];
  const scores = voices.map(scoreOf);
  const most = Math.max(...scores);
  const odds = scores.map(score => Math.exp(score - most));
  const all = odds.reduce((total, one) => total + one, 0);
  return tools
    .map((tool, at) => ({ tool, chance: (odds[at] ?? 0) / all }))
    .toSorted((a, b) => b.chance - a.chance);
}

function scoreOf(voices: Voices): number {
  const names = Object.keys(WEIGHTS) as (keyof Voices)[];
  return names.reduce((score, name) => score + WEIGHTS[name] * voices[name], 0);
}
