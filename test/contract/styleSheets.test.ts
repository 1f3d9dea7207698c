import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What a style sheet says of some elements. */
interface Rule {
  readonly selectors: readonly string[];
  readonly body: string;
}

const root = join(import.meta.dirname, '..', '..');
const rules = globSync('webview-ui/**/*.css', { cwd: root }).flatMap(file =>
  rulesOf(readFileSync(join(root, file), 'utf8')),
);

/** Also those of media queries; what is imported is a sheet of its own. */
function rulesOf(css: string): readonly Rule[] {
  const plain = css.replaceAll(/\/\*[^]*?\*\/|@import [^;]*;/g, '');
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    selectors: selectors.split(',').map(selector => selector.trim()),
    body,
  }));
}

/** The rules of which a selector fits, each named by it. */
function rulesFor(selector: RegExp): readonly (readonly [name: string, body: string])[] {
  return rules.flatMap(({ selectors, body }) =>
    selectors.flatMap(each => (selector.test(each) ? [[each, body] as const] : [])),
  );
}

test('a secondary button has its own border, and that of all buttons only where a theme has none', () => {
  const secondary = rulesFor(/^(?!.*:hover)/).filter(([, body]) =>
    /background(?:-color)?:[^;]*--vscode-button-secondaryBackground/.test(body),
  );
  expect(secondary.map(([name]) => name)).toContain('.button');
  const wrong = secondary.filter(([, body]) => {
    const [, ...borders] = body.split(/border(?:-color)?:/);
    const [first] = /--vscode-button-\w*border/i.exec(borders.join()) ?? [];
    return first !== '--vscode-button-secondaryBorder';
  });
  expect(wrong).toEqual([]);
});

test('counts and chips are outlined, never filled: they ask for nothing', () => {
  const chips = rulesFor(/\.(?:badge|chip)(?![\w-])[^\s>+~]*$/);
  for (const name of ['.badge', '.chip']) {
    expect(chips.find(([each]) => each === name)?.[1]).toMatch(/border: 1px solid/);
  }
  const filled = chips.filter(([, body]) => /background[\w-]*:(?!\s*(?:none|transparent)\s*;)/.test(body));
  expect(filled).toEqual([]);
});

test('the names of tasks wrap in the graph, though those of other plots are cut', () => {
  const nodes = rulesFor(/\.graph-node(?![\w-])/);
  expect(nodes.find(([name]) => name === '.graph-node .plot-name')?.[1]).toMatch(/white-space: normal;/);
  expect(nodes.filter(([, body]) => /white-space: (?:nowrap|pre);/.test(body))).toEqual([]);
});
