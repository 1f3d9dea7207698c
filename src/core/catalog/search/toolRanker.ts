import { stem } from '../entry/stem';
import { actionsOf } from './actions';
import type { SearchableTool } from './catalogIndex';
import { apart, isFrench, type Meanings, type Weighed, wordsIn } from './meanings';
import { foldText, isStopWord, wordsOf } from './words';

/** A tool with how well it fits, from 0 for not at all. */
export interface RankedTool<Tool> {
  readonly tool: Tool;
  readonly score: number;
}

/** Words are like one another from here on: any two have something in common. Tuned, as all here, on `test/discovery/sets`. */
const LEAST_LIKENESS = 0.25;
/** What a word in a description counts beside one in the name. */
const ABOUT_SHARE = 0.75;
/** What doing the same counts beside speaking of the same, which is 1 for the tool that does most. */
const ACTION_SHARE = 0.6;
/** What an action counts that the description begins with, beside one in the name. */
const OPENING_SHARE = 0.7;
const OPENING_WORDS = 3;
/** A description is read up to here, a purpose up to so many words. */
const READ_CHARACTERS = 400;
const MOST_WORDS = 40;
/** Parameters say little, and there may be hundreds. */
const MOST_PARAMETERS = 20;

/**
 * Orders the tools of one server by what somebody wants to do, best first. Each word of the purpose counts by the word of a tool that it is
 * most like, more where few of the tools speak of it, and what is to be done counts by groups of verbs (`actions.ts`).
 */
export function rankTools<Tool extends SearchableTool>(
  tools: readonly Tool[],
  purpose: string,
  meanings: Meanings | undefined,
): readonly RankedTool<Tool>[] {
  const read = tools.map(tool => ({ tool, words: wordsOfTool(tool) }));
  const wanted = wantedWords(purpose, meanings).map(
    ([word, weight]) => [word, weight * rarity(word, read)] as const,
  );
  const fits = read.map(({ words }) =>
    wanted.reduce((sum, [word, weight]) => sum + weight * likest(word, words, meanings), 0),
  );
  const most = Math.max(...fits, Number.MIN_VALUE);
  const actions = actionsOf(wordsOf(foldText(purpose)).slice(0, MOST_WORDS));
  return read
    .map(({ tool }, i) => ({
      tool,
      score: (fits[i] ?? 0) / most + ACTION_SHARE * sharedAction(actions, tool),
    }))
    .toSorted((a, b) => b.score - a.score);
}

interface ToolWords {
  readonly name: readonly string[];
  readonly about: readonly string[];
  readonly stems: ReadonlySet<string>;
}

function wordsOfTool({ name, description = '', inputSchema }: SearchableTool): ToolWords {
  const parameters = Object.keys((inputSchema?.['properties'] as object | undefined) ?? {});
  const own = [...new Set(wordsIn(name))];
  const about = new Set([
    ...wordsIn(description.slice(0, READ_CHARACTERS)),
    ...wordsIn(parameters.slice(0, MOST_PARAMETERS).join(' ')),
  ]);
  return { name: own, about: [...about], stems: new Set([...own, ...about].map(stem)) };
}

/** The words of a purpose, French ones as they are in English. */
function wantedWords(purpose: string, meanings: Meanings | undefined): readonly Weighed[] {
  const isInFrench = isFrench(purpose);
  return wordsOf(foldText(purpose))
    .filter(word => !isStopWord(word))
    .slice(0, MOST_WORDS)
    .flatMap((word): readonly Weighed[] => {
      const english = isInFrench || meanings?.knows(word) === false ? (meanings?.inEnglish(word) ?? []) : [];
      return english.length === 0
        ? [[word, 1]]
        : english.map((other): Weighed => [other, 1 / english.length]);
    });
}

/** A word that every tool of the server has tells none of them apart. */
function rarity(word: string, tools: readonly { readonly words: ToolWords }[]): number {
  const part = stem(word);
  const having = tools.filter(({ words }) => words.stems.has(part)).length;
  return Math.log(1 + (tools.length - having + 0.5) / (having + 0.5)) / Math.log(2 + 2 * tools.length);
}

function likest(word: string, { name, about }: ToolWords, meanings: Meanings | undefined): number {
  const like = (other: string): number =>
    stem(other) === stem(word) ? 1 : (meanings?.likeness(word, other) ?? 0);
  const best = Math.max(0, ...name.map(like), ...about.map(other => ABOUT_SHARE * like(other)));
  return Math.max(0, best - LEAST_LIKENESS) / (1 - LEAST_LIKENESS);
}

function sharedAction(
  wanted: ReadonlyMap<number, number>,
  { name, description = '' }: SearchableTool,
): number {
  const own = actionsOf(wordsOf(foldText(apart(name))));
  const opening = description.slice(0, READ_CHARACTERS).split(/[.\n]/)[0] ?? '';
  const opened = actionsOf(wordsOf(foldText(apart(opening))).slice(0, OPENING_WORDS));
  const shares = [...wanted].map(
    ([action, weight]) => weight * Math.max(own.has(action) ? 1 : 0, opened.has(action) ? OPENING_SHARE : 0),
  );
  return Math.max(0, ...shares);
}
