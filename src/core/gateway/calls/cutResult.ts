import { isRecord } from '../../support/json';
import { isJsonWithin, jsonBytes, utf8Bytes, utf8Prefix } from '../../support/utf8';
import type { ToolResult } from '../upstream/upstream';

/** Bytes of one whole answer as JSON. Clients of the SDK end a connection over stdio that brings 10 MiB at once. */
export const MAX_ANSWER_BYTES = 6 * 1_048_576;

/** Blocks of content that are passed on as they come, and those of a longer answer that are shown (chosen here). */
const MAX_BLOCKS = 1_000;
const SHOWN_BLOCKS = 500;

/** Bytes of all that is neither content nor structured content, in an answer that is cut (chosen here). */
const MAX_OTHER_BYTES = 65_536;

/** What the notice takes at most, as JSON. A cut saves more than that, so that it never makes an answer longer. */
export const NOTICE_BYTES = 1_024;

/** Less text than this is never wished for: there would be room for the notice only. */
const MIN_TEXT_BYTES = 2 * NOTICE_BYTES;

/** The names of the fields and their braces. */
const FRAME_BYTES = 200;

/** What a result is cut by. */
export interface CutLimits {
  /** Bytes of text that may stay in the answer; 0 = as much as an answer holds. */
  readonly maxBytes: number;
  /** Whether the client holds us to the tool's output schema: structured content then stays, where an answer holds it. */
  readonly needsStructured: boolean;
}

/** A result without what was cut off. */
export interface CutResult {
  readonly shown: ToolResult;
  readonly content: readonly unknown[];
  /** All that is not shown, in one text. It begins with the whole text that the cut goes through. */
  readonly rest: string;
  /** Where what was not shown begins in the rest, in characters. */
  readonly offset: number;
  /** What happened, to be said after "Cut". */
  readonly what: string;
}

interface Block {
  readonly value: unknown;
  readonly text: string | undefined;
  readonly textBytes: number;
  /** Whether its text is JSON that stood elsewhere: quotes count twice when it is written as JSON again. */
  readonly isJson?: boolean;
}

/** Cuts a result to its limits, in linear time; undefined where it keeps them. What is left out stands in the rest. */
export function cutResult(result: ToolResult, limits: CutLimits): CutResult | undefined {
  const { content: given, structuredContent, ...other } = result;
  if (!Array.isArray(given)) return fits(result) ? undefined : cutWhole(result);
  const blocks = given.map(blockOf);
  const maxText = limits.maxBytes === 0 ? Infinity : Math.max(limits.maxBytes, MIN_TEXT_BYTES);
  const textBytes = blocks.reduce((sum, block) => sum + block.textBytes, 0);
  const structuredBytes = structuredContent === undefined ? 0 : jsonBytes(structuredContent);
  const wantsStructured = structuredBytes <= maxText || limits.needsStructured;
  // The size of the whole last: it costs most to know.
  if (textBytes <= maxText && blocks.length <= MAX_BLOCKS && wantsStructured && fits(result))
    return undefined;
  const budget = new Budget(maxText, MAX_ANSWER_BYTES - NOTICE_BYTES - FRAME_BYTES);
  const otherBytes = jsonBytes(other);
  const keepsOther = otherBytes <= MAX_OTHER_BYTES && budget.takeWhole(otherBytes);
  const hasStructured = structuredContent !== undefined;
  const keepsStructured = wantsStructured && budget.takeWhole(structuredBytes);
  const isText = hasStructured && !keepsStructured && textBytes === 0;
  const isLeft = hasStructured && !keepsStructured && !isText;
  const walked = walk(isText ? [structuredBlock(structuredContent), ...blocks] : blocks, budget);
  const left = [
    ...(isLeft ? leftStructured(structuredContent, blocks) : []),
    ...(keepsOther ? [] : [JSON.stringify(other)]),
  ];
  // A client that checks the answer against the schema takes one without structured content as a failure only.
  const isFailure = limits.needsStructured && hasStructured && !keepsStructured;
  return {
    shown: {
      ...(keepsOther ? other : failureOf(other)),
      ...(keepsStructured && hasStructured ? { structuredContent } : {}),
      ...(isFailure ? { isError: true } : {}),
    },
    content: walked.content,
    rest: [...walked.texts, ...walked.others, ...left].join('\n'),
    offset: walked.offset,
    what: inWords(walked, blocks.length, { structured: isLeft, other: !keepsOther, isFailure }),
  };
}

/** Whether an answer is one that any client takes. */
export function fits(answer: unknown): boolean {
  return isJsonWithin(answer, MAX_ANSWER_BYTES);
}

/** What may still be shown. */
class Budget {
  textLeft: number;
  wholeLeft: number;
  blocksLeft = SHOWN_BLOCKS;

  constructor(maxText: number, whole: number) {
    this.textLeft = maxText - NOTICE_BYTES;
    this.wholeLeft = whole;
  }

  takeWhole(bytes: number): boolean {
    if (bytes > this.wholeLeft) return false;
    this.wholeLeft -= bytes;
    return true;
  }

  takeBlock(value: unknown, textBytes: number): boolean {
    if (this.blocksLeft === 0 || textBytes > this.textLeft || !this.takeWhole(jsonBytes(value) + 1))
      return false;
    this.blocksLeft -= 1;
    this.textLeft -= textBytes;
    return true;
  }
}

interface Walked {
  readonly content: unknown[];
  readonly texts: string[];
  readonly others: string[];
  /** Characters of the first cut text that are shown, and all of them. */
  offset: number;
  characters: number;
}

/** Shows blocks as long as there is room. After the first text that is cut no more text is shown. */
function walk(blocks: readonly Block[], budget: Budget): Walked {
  const walked: Walked = { content: [], texts: [], others: [], offset: 0, characters: 0 };
  for (const block of blocks) {
    const { value, text, textBytes } = block;
    const mayShow = text === undefined || walked.texts.length === 0;
    if (mayShow && budget.takeBlock(value, textBytes)) walked.content.push(value);
    else if (text === undefined) walked.others.push(JSON.stringify(value));
    else {
      if (walked.texts.length === 0) showBeginning(block, text, budget, walked);
      walked.texts.push(nameOf(value) + text);
    }
  }
  return walked;
}

/** Only plain text is shown in part: half a resource is none. */
function showBeginning({ value, isJson }: Block, text: string, budget: Budget, walked: Walked): void {
  if (!isRecord(value) || value['type'] !== 'text') return;
  walked.characters = text.length;
  // A character takes six bytes at most as JSON.
  const most = Math.min(budget.textLeft, Math.floor((budget.wholeLeft - NOTICE_BYTES) / 6));
  const beginning = utf8Prefix(text, Math.max(0, isJson === true ? Math.floor(most / 2) : most));
  const shown = { ...value, text: beginning };
  if (beginning === '' || !budget.takeBlock(shown, utf8Bytes(beginning))) return;
  walked.content.push(shown);
  walked.offset = beginning.length;
}

/** Structured content in the place of a text that is not there; too long to be shown whole. */
function structuredBlock(structured: unknown): Block {
  const text = JSON.stringify(structured);
  return { value: { type: 'text', text }, isJson: true, text, textBytes: Infinity };
}

/** Structured content that is not shown, where no text says the same. */
function leftStructured(structured: unknown, blocks: readonly Block[]): readonly string[] {
  const json = JSON.stringify(structured);
  return blocks.some(({ text }) => text === json) ? [] : [json];
}

/** An answer in no known form. */
function cutWhole(result: ToolResult): CutResult {
  const what = ': it has no known form, and is longer than a client takes';
  return { shown: failureOf(result), content: [], rest: JSON.stringify(result), offset: 0, what };
}

function failureOf(other: ToolResult): ToolResult {
  return other['isError'] === true ? { isError: true } : {};
}

function blockOf(value: unknown): Block {
  const text = textIn(value);
  return { value, text, textBytes: text === undefined ? 0 : utf8Bytes(text) };
}

/** What a model reads of a block: a text, or the text of an embedded resource. */
function textIn(block: unknown): string | undefined {
  if (!isRecord(block)) return undefined;
  const holder = block['type'] === 'resource' ? block['resource'] : block;
  if (block['type'] !== 'text' && block['type'] !== 'resource') return undefined;
  const text = isRecord(holder) ? holder['text'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The heading of an embedded resource's text in the rest. */
function nameOf(value: unknown): string {
  const resource = isRecord(value) ? value['resource'] : undefined;
  const uri = isRecord(resource) ? resource['uri'] : undefined;
  return typeof uri === 'string' ? `[${uri}]\n` : '';
}

function inWords(
  { content, texts, others, offset, characters }: Walked,
  blocks: number,
  left: { readonly structured: boolean; readonly other: boolean; readonly isFailure: boolean },
): string {
  const failed = left.isFailure
    ? '. The tool did its work: this counts as an error only since its structured content is more than a client takes'
    : '';
  const isPlain = texts.length === 1 && others.length === 0 && !left.structured && !left.other;
  if (isPlain && characters > 0) return ` after ${offset} of ${characters} characters${failed}`;
  const parts = [
    ...(texts.length > 0
      ? [`text of ${texts.length} of them (after ${offset} characters of the first)`]
      : []),
    ...(others.length > 0 ? [`${others.length} of its images, resources or other blocks`] : []),
    ...(left.structured ? ['the structured content'] : []),
    ...(left.other ? ['its metadata'] : []),
  ];
  return `: of ${blocks} blocks ${content.length} are shown; left out: ${parts.join(', ')}${failed}`;
}
