import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const manifest = read('package.json') as Manifest;

/**
 * Contribution points that VS Code 1.139 reads without asking for a proposal. Its source was looked at: one that is new
 * here is looked up there first (a handler that calls `isProposedApiEnabled` is not stable, documented or not).
 */
const STABLE_POINTS = [
  'chatAgents',
  'chatPromptFiles',
  'chatSkills',
  'colors',
  'commands',
  'configuration',
  'jsonValidation',
  'keybindings',
  'languages',
  'mcpServerDefinitionProviders',
  'menus',
  'views',
  'viewsContainers',
  'walkthroughs',
];
/** Menus that have no `proposed` in VS Code's table of menus, likewise. */
const STABLE_MENUS = [
  'chat/input/status',
  'commandPalette',
  'editor/title',
  'editor/title/context',
  'explorer/context',
  'view/title',
  'webview/context',
];

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: Readonly<Record<string, unknown>> & { readonly menus: object };
}

test('is compiled against the very version of the API that it promises to need', () => {
  const promised = manifest.engines.vscode.replace(/^\^/, '');
  expect(promised).toMatch(/^\d+\.\d+\.0$/);
  expect(manifest.devDependencies['@types/vscode']).toBe(promised);
  expect(read('node_modules/@types/vscode/package.json')).toMatchObject({ version: promised });
  // The compiler takes `vscode` from there and from nowhere else.
  const config = readFileSync(join(root, 'src/vscode/tsconfig.json'), 'utf8');
  expect(config).toMatch(/"types": \["node", "vscode"\]/);
  expect(config).not.toMatch(/"paths"|"typeRoots"/);
});

test('asks for no proposed API, which the Marketplace refuses, in its manifest or the manifests of its tests', () => {
  const manifests = sourceFiles('**/package.json').map(path => [
    path,
    readFileSync(join(root, path), 'utf8'),
  ]);
  expect(manifests.length).toBeGreaterThan(1);
  expect(manifests.filter(([, text]) => text?.includes('enabledApiProposals')).map(([path]) => path)).toEqual(
    [],
  );
  const launched = sourceFiles('{scripts,test}/**/*.mjs').filter(path =>
    readFileSync(join(root, path), 'utf8').includes('--enable-proposed-api'),
  );
  expect(launched).toEqual([]);
});

test('has no description of a proposed API, and adds nothing to the one of VS Code', () => {
  expect(sourceFiles('**/vscode.*.d.ts')).toEqual([]);
  const adding = sourceFiles('{src,webview-ui,test}/**/*.{ts,tsx}').filter(path =>
    /declare module ['"]vscode['"]/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(adding).toEqual([]);
});

test('contributes to no point and no menu that is open to proposals only', () => {
  const points = Object.keys(manifest.contributes);
  expect(points.filter(point => !STABLE_POINTS.includes(point))).toEqual([]);
  expect(Object.keys(manifest.contributes.menus).filter(menu => !STABLE_MENUS.includes(menu))).toEqual([]);
});

/** Files of ours, as paths below the root. */
function sourceFiles(pattern: string): readonly string[] {
  return globSync(pattern, {
    cwd: root,
    exclude: path => /(?:^|\/)(?:node_modules|dist|\.[\w-]+)(?:\/|$)/.test(path),
  });
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
