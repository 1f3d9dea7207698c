import { parseXml, type XmlElement, XmlError, type XmlText } from '@rgrove/parse-xml';
import type { Json } from '../../../core/support/json';
import { planError } from '../tree/planError';

/** Longest text that is read, in UTF-16 units (chosen here). */
export const MAX_XML = 1_048_576;

/** An element with a way to say what is wrong with it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** What stands between its tags, without elements and comments. */
  readonly text: string;
  /** @throws {Refusal} E-PLAN-INVALID-INPUT, with line and column */
  readonly fail: (message: string) => never;
}

/** A value that an attribute says as JSON. @throws {Refusal} where it does not */
export function jsonIn(element: Element, attribute: string): Json | undefined {
  const text = element.attributes[attribute];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return element.fail(`"${attribute}" is no JSON.`);
  }
}

/** The outermost element of a text. @throws {Refusal} E-PLAN-INVALID-INPUT, with line and column */
export function rootOf(text: string): Element {
  if (text.length > MAX_XML)
    throw planError(`XML has ${MAX_XML} characters at most.`, { line: 1, column: 1 });
  try {
    // BehaviorTree.CPP takes blank lines before the declaration, where a text in a program has one. All else keeps its place.
    const { root } = parseXml(text.replace(/^(\uFEFF?)([ \t\r\n]+)(<\?xml [^>]*\?>)/, '$1$3$2'), {
      includeOffsets: true,
    });
    if (root === null) throw planError('There is no element.', { line: 1, column: 1 });
    return elementOf(root, text);
  } catch (error) {
    if (error instanceof XmlError) {
      const { line, column } = error;
      // The library's message goes on with an excerpt of the text.
      const [what = ''] = error.message.split(' (line');
      throw planError(`This is no XML: ${what}.`, { line, column });
    }
    if (error instanceof RangeError) throw planError('This is nested too deep.', { line: 1, column: 1 });
    throw error;
  }
}

function elementOf(element: XmlElement, text: string): Element {
  return {
    name: element.name,
    attributes: element.attributes,
    children: element.children.flatMap(child => {
      if (child.type === 'element') return [elementOf(child as XmlElement, text)];
      return [];
    }),
    text: element.children
      .flatMap(child => (child.type === 'text' || child.type === 'cdata' ? [(child as XmlText).text] : []))
      .join(' ')
      .trim(),
    fail(message) {
      throw planError(message, positionOf(text, element.start));
    },
  };
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, Math.max(offset, 0)).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
