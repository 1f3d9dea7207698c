import { stem } from '../entry/stem';
import type { Actions } from './actions';
import type { SearchableTool } from './catalogIndex';
import { apart, isFrench, type Meanings, wordsIn } from './meanings';
import { namedValues } from './namedValues';
import { foldText, isStopWord, wordsOf } from './words';

/** What speaks for a tool, each from 0 to about 1 but for the length. */
export interface Voices {
  /** The share of what is wanted that the tool speaks of. */
  readonly share: number;
  /** The one wanted thing that it speaks of most clearly. */
  readonly clearest: number;
  /** Its description begins with doing what is wanted. */
  readonly opening: number;
  /** Its name says that it does something else: 1 where it does. */
  readonly otherwise: number;
  /** How many words its name has, as a logarithm: a longer one is for something more special. */
  readonly length: number;
  /** The parts of words that its name has in common with what is wanted. */
  readonly parts: number;
}

/** Words are like one another from here on: any two have something in common. */
const LEAST_LIKENESS = 0.4;
/** What a word in a description, or a parameter, counts beside one in the name. */
const ABOUT_SHARE = 0.75;
const OPENING_WORDS = 3;
/** What counts of a word in quotes, which is a value as a rule, and of the kinds of values that are named. */
const QUOTED_SHARE = 0.3;
const KINDS_SHARE = 0.5;
/** A description is read up to here, a purpose up to so many words. */
const READ_CHARACTERS = 400;
const MOST_WORDS = 40;
/** Parameters say little, and there may be hundreds. */
const MOST_PARAMETERS = 20;
const PART_LETTERS = 4;

/** What speaks for each of a server's tools, in their order, where somebody wants to do something. */
export function voicesFor(
  tools: readonly SearchableTool[],
  purpose: string,
  meanings: Meanings | undefined,
): readonly Voices[] {
  const actionsIn = (text: string, most: number): Actions =>
    meanings?.actions.in(wordsOf(foldText(text)).slice(0, most)) ?? new Map();
  const read = tools.map(tool => readTool(tool, actionsIn));
  const wanted = wantedThings(purpose, meanings);
  const fits = wanted.map(thing => fitOf(thing, read, meanings));
  const whole = sum(fits.map(({ weight }) => weight));
  const actions = actionsIn(namedValues(purpose).plain, MOST_WORDS);
  const parts = partsOf(wanted.flatMap(({ words }) => words));
  return read.map((tool, at) => {
    const spoken = fits.map(({ weight, likest }) => weight * (likest[at] ?? 0));
    const own = partsOf(tool.name);
    return {
      share: whole === 0 ? 0 : sum(spoken) / whole,
      clearest: Math.max(0, ...spoken),
      opening: sharedAction(actions, tool.opening),
      otherwise: doesOther(actions, tool.actions) ? 1 : 0,
      length: Math.log(1 + tool.name.length),
      parts: shareOf(own, parts),
    };
  });
}

interface ToolRead {
  readonly name: readonly string[];
  readonly about: readonly string[];
  readonly parameters: readonly string[];
  readonly actions: Actions;
  readonly opening: Actions;
}

function readTool(
  { name, description = '', inputSchema }: SearchableTool,
  actionsIn: (text: string, most: number) => Actions,
): ToolRead {
  const parameters = Object.keys((inputSchema?.['properties'] as object | undefined) ?? {});
  const about = description.slice(0, READ_CHARACTERS);
  const first = about.split(/[.\n]/)[0] ?? '';
  return {
    name: [...new Set(wordsIn(name))],
    about: [...new Set(wordsIn(about))],
    parameters: [...new Set(wordsIn(parameters.slice(0, MOST_PARAMETERS).join(' ')))],
    actions: actionsIn(apart(name), MOST_WORDS),
    opening: actionsIn(apart(first), OPENING_WORDS),
  };
}

/** What a purpose speaks of, in the words that say it, any of which will do. */
interface Wanted {
  readonly words: readonly string[];
  readonly counts: number;
}

function wantedThings(purpose: string, meanings: Meanings | undefined): readonly Wanted[] {
  const { plain, quoted, kinds } = namedValues(purpose);
  const isInFrench = isFrench(purpose);
  const things = (text: string, counts: number): readonly Wanted[] =>
    wordsOf(foldText(apart(text)))
      .filter(word => !isStopWord(word))
      .map(word => ({ words: inEnglish(word, isInFrench, meanings), counts }));
  const said = [...things(plain, 1), ...things(quoted, QUOTED_SHARE)].slice(0, MOST_WORDS);
  return kinds.length === 0 ? said : [...said, { words: kinds, counts: KINDS_SHARE }];
}

/** French words as they are in English, where that is known. */
function inEnglish(word: string, isInFrench: boolean, meanings: Meanings | undefined): readonly string[] {
  const english = isInFrench || meanings?.knows(word) === false ? (meanings?.inEnglish(word) ?? []) : [];
  return english.length === 0 ? [word] : english;
}

/** How clearly each tool speaks of a wanted thing, and what that counts: less where many of them do, for it tells none of them apart. */
function fitOf(
  { words, counts }: Wanted,
  tools: readonly ToolRead[],
  meanings: Meanings | undefined,
): { readonly weight: number; readonly likest: readonly number[] } {
  const stems = new Set(words.map(stem));
  const known = new Map<string, number>();
  const like = (other: string): number => {
    const before = known.get(other);
    if (before !== undefined) return before;
    const likeness = stems.has(stem(other))
      ? 1
      : Math.max(0, ...words.map(word => meanings?.likeness(word, other) ?? 0));
    const counted = Math.max(0, likeness - LEAST_LIKENESS) / (1 - LEAST_LIKENESS);
    known.set(other, counted);
    return counted;
  };
  const likest = tools.map(({ name, about, parameters }) =>
    Math.max(
      0,
      ...name.map(like),
      ...about.map(word => ABOUT_SHARE * like(word)),
      ...parameters.map(word => (stems.has(stem(word)) ? ABOUT_SHARE : 0)),
    ),
  );
  const rarity = (count: number): number => Math.log((tools.length + 0.5) / (count + 0.5));
  return { weight: (counts * Math.max(0, rarity(sum(likest)))) / rarity(0), likest };
}

/** How surely one of the wanted actions is among those of a tool. */
function sharedAction(wanted: Actions, own: Actions): number {
  return Math.max(0, ...[...wanted].map(([action, weight]) => weight * Math.sqrt(own.get(action) ?? 0)));
}

function doesOther(wanted: Actions, own: Actions): boolean {
  return wanted.size > 0 && own.size > 0 && ![...own.keys()].some(action => wanted.has(action));
}

/** All runs of four letters, with where words begin and end. */
function partsOf(words: readonly string[]): ReadonlySet<string> {
  const parts = new Set<string>();
  for (const word of words) {
    const text = ` ${word} `;
    for (let at = 0; at + PART_LETTERS <= text.length; at += 1) parts.add(text.slice(at, at + PART_LETTERS));
  }
  return parts;
}

/** How many parts two have in common, beside how many they have. */
function shareOf(own: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  const common = [...own].filter(part => wanted.has(part)).length;
  return common / Math.sqrt(Math.max(1, own.size) * Math.max(1, wanted.size));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
