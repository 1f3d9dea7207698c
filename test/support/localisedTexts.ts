import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallExpression, type Expression, parseSync, Visitor, type VisitorObject } from 'oxc-parser';

/** A call that hands a text to localisation, and where it stands. */
export interface LocalisedCall {
  /** As in `src/vscode/questions/notify.ts:28`. */
  readonly place: string;
  /** Undefined where the text is not literal: then nobody could translate it. */
  readonly text: string | undefined;
}

/** Every call of `t`, whichever object it is taken from: in the editor's room that name is localisation's alone. */
export function localisedCalls(root: string, folder: string): readonly LocalisedCall[] {
  const calls: LocalisedCall[] = [];
  walk(root, folder, placeOf => ({
    CallExpression(call) {
      if (!isLocalising(call)) return;
      const [text] = call.arguments;
      const isExpression = text !== undefined && text.type !== 'SpreadElement';
      calls.push({ place: placeOf(call), text: isExpression ? literalOf(text) : undefined });
    },
  }));
  return calls;
}

/** What people read is called so, in the editor's API and in HTML. */
const SEEN =
  /^(?:title|label|description|detail|prompt|place[hH]older|tooltip|validationMessage|alt|aria-label|aria-description|aria-valuetext)$/;

/** Words that stand in the code where people would read them, without localisation. */
export function unlocalisedTexts(root: string, folder: string): readonly string[] {
  const found: string[] = [];
  walk(root, folder, placeOf => {
    const look = (name: string, value: Expression): void => {
      const text = literalOf(value);
      if (SEEN.test(name) && text !== undefined && isProse(text)) found.push(`${placeOf(value)} ${text}`);
    };
    return {
      Property({ key, value }) {
        if (key.type === 'Identifier') look(key.name, value as Expression);
      },
      AssignmentExpression({ left, right }) {
        if (left.type === 'MemberExpression' && !left.computed) look(left.property.name, right);
      },
      JSXAttribute({ name, value }) {
        if (name.type === 'JSXIdentifier' && value?.type === 'Literal') look(name.name, value);
      },
      JSXText(node) {
        if (isProse(node.value)) found.push(`${placeOf(node)} ${node.value.trim()}`);
      },
    };
  });
  return found;
}

/** Whether it is more than a sign or a name in code: a word with a capital letter, or two words. */
function isProse(text: string): boolean {
  return /\p{Lu}\p{Ll}|\p{Ll}{2,} \p{Ll}{2,}/u.test(text);
}

type PlaceOf = (node: { readonly start: number }) => string;

function walk(root: string, folder: string, visitor: (placeOf: PlaceOf) => VisitorObject): void {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  for (const name of names.filter(each => /\.tsx?$/.test(each) && !each.includes('.test.'))) {
    const file = join(folder, name);
    const source = readFileSync(join(root, file), 'utf8');
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
    const placeOf: PlaceOf = ({ start }) => `${file}:${source.slice(0, start).split('\n').length}`;
    new Visitor(visitor(placeOf)).visit(program);
  }
}

function isLocalising({ callee }: CallExpression): boolean {
  if (callee.type === 'Identifier') return callee.name === 't';
  return callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 't';
}

/** The text of a literal, of a template without holes, or of several of them added up. */
function literalOf(node: Expression): string | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
    case 'BinaryExpression': {
      const left = node.left.type === 'PrivateIdentifier' ? undefined : literalOf(node.left);
      const right = literalOf(node.right);
      return node.operator === '+' && left !== undefined && right !== undefined ? left + right : undefined;
    }
    default:
      return undefined;
  }
}
