import { CHECK_TEXTS, type CheckText } from '../../core/snapshots/checkTexts';
import type { ReviewReason } from '../../core/workflow/model/state';
import { CHECK_WORDS } from './checkPhrases';
import type { Wording } from './wording';

/** Longer than what core joins: what an agent wrote is not looked through. */
const MAX_LENGTH = 4_000;
/** Sentences at most that one text is taken apart into. */
const MAX_SENTENCES = 40;
/** Ends of a sentence that may be part of a name in it. */
const MAX_ENDS = 4;
/** Sentences in a sentence: an incomplete account, of a folder that was not recorded, and why. */
const MAX_DEPTH = 3;

const FORMS = Object.entries(CHECK_TEXTS).map(([key, text]) => ({
  // The keys are those of the list.
  key: key as CheckText,
  form: formOf(text),
}));

/** A sentence of core as an expression that finds its parts. */
export function formOf(text: string): RegExp {
  const pieces = text.split(/\{\d\}/).map(piece => piece.replaceAll(/[.?*+^$()|[\]{}\\]/g, String.raw`\$&`));
  return new RegExp(`^${pieces.join('(.*?)')}$`, 's');
}

/**
 * What the checks of a task say, in the person's language. Core says it to a model, in English, and it is
 * kept so: each sentence of the list is known by its form, and what is not known, as what git complained of, stays as it is.
 */
export function checkWords(text: string, { t }: Pick<Wording, 't'>, depth = 0): string {
  const sentences = text.split(/(?<=[.?]) (?=\S)/);
  if (text.length > MAX_LENGTH || sentences.length > MAX_SENTENCES) return text;
  const said: string[] = [];
  for (let at = 0; at < sentences.length;) {
    const { words, length } = firstOf(sentences.slice(at, at + MAX_ENDS), t, depth);
    said.push(words);
    at += length;
  }
  return said.join(' ');
}

/** Reasons that are kept in the person's language, for each language: a tree of thousands of tasks is drawn often. */
const MAX_KEPT = 2_000;
const kept = new WeakMap<Wording['t'], Map<string, string>>();

/** Why a task waits, in the person's language. What an agent wrote itself, as what it met or wants looked at, stays as it is. */
export function reasonWords({ kind, text }: ReviewReason, { t }: Pick<Wording, 't'>): string {
  const isAgents = kind === 'issue' || (kind === 'manual' && text !== CHECK_TEXTS.asksReview);
  if (isAgents) return text;
  const known = kept.get(t) ?? new Map<string, string>();
  const words = known.get(text) ?? checkWords(text, { t });
  if (known.size >= MAX_KEPT) known.clear();
  kept.set(t, known.set(text, words));
  return words;
}

/** The first sentence, in the person's words where it is known, and over how many pieces it goes. */
function firstOf(pieces: readonly string[], t: Wording['t'], depth: number) {
  for (const length of pieces.keys()) {
    const words = sentenceWords(pieces.slice(0, length + 1).join(' '), t, depth);
    if (words !== undefined) return { words, length: length + 1 };
  }
  return { words: pieces[0] ?? '', length: 1 };
}

function sentenceWords(sentence: string, t: Wording['t'], depth: number): string | undefined {
  for (const { key, form } of FORMS) {
    const found = form.exec(sentence);
    if (found) return CHECK_WORDS[key](t, ...found.slice(1).map(part => partWords(part, t, depth)));
  }
  return undefined;
}

/** What a sentence is about: names, of which some may be left out, or another sentence. */
function partWords(part: string, t: Wording['t'], depth: number): string {
  if (part === 'the workspace') return t('the workspace');
  const [, names, left] = /^(.*?),? and (\d+) more$/s.exec(part) ?? [];
  if (names !== undefined && left !== undefined) return t('{0} and {1} more', names, left);
  return depth < MAX_DEPTH ? checkWords(part, { t }, depth + 1) : part;
}
