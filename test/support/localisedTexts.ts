import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';

/** A call that hands a text to localisation, and where it stands. */
export interface LocalisedCall {
  /** As in `src/vscode/notify.ts:28`. */
  readonly place: string;
  /** Undefined where the text is not literal: then nobody could translate it. */
  readonly text: string | undefined;
}

/** Every call of `t`, whichever object it is taken from: in the editor's room that name is localisation's alone. */
export function localisedCalls(root: string, folder: string): readonly LocalisedCall[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .flatMap(name => callsIn(join(folder, name), readFileSync(join(root, folder, name), 'utf8')));
}

function callsIn(file: string, source: string): readonly LocalisedCall[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can not be parsed: ${errors[0]?.message}`);
  const calls: LocalisedCall[] = [];
  new Visitor({
    CallExpression(call) {
      if (!isLocalising(call)) return;
      const line = source.slice(0, call.start).split('\n').length;
      const [text] = call.arguments;
      const isExpression = text !== undefined && text.type !== 'SpreadElement';
      calls.push({ place: `${file}:${line}`, text: isExpression ? literalOf(text) : undefined });
    },
  }).visit(program);
  return calls;
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
