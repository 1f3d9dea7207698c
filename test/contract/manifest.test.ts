import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHOICE_SETTINGS, NUMBER_SETTINGS, OTHER_SETTINGS } from '../../src/shared/settings';
import { VIEWS } from '../../src/shared/explorer/picture';

const root = join(import.meta.dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const sources = sourcesIn(join(root, 'src', 'vscode'));

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly icon: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
    }[];
    readonly jsonValidation: readonly { readonly fileMatch: string; readonly url: string }[];
    readonly chatAgents: readonly { readonly path: string }[];
    readonly chatSkills: readonly { readonly path: string }[];
    readonly chatPromptFiles: readonly { readonly path: string }[];
    readonly walkthroughs: readonly {
      readonly when: string;
      readonly steps: readonly {
        readonly id: string;
        readonly media: { readonly svg: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default: unknown }>>;
    }[];
    readonly views: Readonly<
      Record<
        string,
        readonly { readonly id: string; readonly visibility: string; readonly initialSize?: number }[]
      >
    >;
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac: string }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
}

const words = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

test('every text of the manifest stands in package.nls.json, and nothing else does', () => {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const keys = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => String(key));
  expect([...new Set(keys)].sort()).toEqual(Object.keys(words).sort());
});

test('keyboard shortcuts are chords of one family, each once, for commands of ours that the documentation names', () => {
  const { keybindings, commands } = manifest.contributes;
  const page = readFileSync(join(root, 'docs', 'commands-and-settings.md'), 'utf8');
  const known = new Map(commands.map(({ command, title }) => [command, words[title.slice(1, -1)] ?? '']));
  for (const { command, key, mac } of keybindings) {
    // Looked up in VS Code 1.139: nothing there begins with Ctrl+K and ends with Y and a modifier.
    expect(key).toMatch(/^ctrl\+k (?:(?:ctrl|shift|alt)\+)+y$/);
    expect(mac).toBe(key.replaceAll('ctrl', 'cmd'));
    const [first = '', second = ''] = key.split(' ').map(keysOf);
    expect(page).toMatch(
      new RegExp(
        `\\| ${first.replaceAll('+', '\\+')} ${second.replaceAll('+', '\\+')} .*\\| ${known.get(command)} `,
      ),
    );
  }
  expect(new Set(keybindings.map(({ key }) => key)).size).toBe(keybindings.length);
});

/** As people read it: `Ctrl+Shift+Y`. */
function keysOf(keys: string): string {
  return keys
    .split('+')
    .map(key => key.slice(0, 1).toUpperCase() + key.slice(1))
    .join('+');
}

test('has every setting once: VS Code warns of one that stands twice', () => {
  const names = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('ships every file that it names for the chat and the walkthrough, and the walkthrough never opens by itself', () => {
  const { chatAgents, chatSkills, chatPromptFiles, jsonValidation, walkthroughs } = manifest.contributes;
  const [walkthrough] = walkthroughs;
  const files = [
    ...[...chatAgents, ...chatSkills, ...chatPromptFiles].map(({ path }) => path),
    ...jsonValidation.map(({ url }) => url),
    ...(walkthrough?.steps ?? []).map(({ media }) => media.svg),
  ];
  expect(files.filter(path => !existsSync(join(root, path)))).toEqual([]);
  const packed = readFileSync(join(root, '.vscodeignore'), 'utf8').split('\n');
  expect(packed).toEqual(expect.arrayContaining(['!chat/**', '!media/*.json', '!media/walkthrough/*.svg']));
  // VS Code opens one whose condition holds before the extension runs, right after an install.
  expect(walkthrough?.when).toBe('switchyard.isActivated');
  expect(sources.some(text => text.includes("set('isActivated', true)"))).toBe(true);
});

test('the step that turns a server on is not done by a look at the list', () => {
  const step = manifest.contributes.walkthroughs[0]?.steps.find(({ id }) => id === 'toggle');
  expect(step?.completionEvents).toEqual(['onContext:switchyard.hasTurnedOn']);
  expect(sources.some(text => text.includes("set('hasTurnedOn', true)"))).toBe(true);
});

test('the walkthrough is drawn in the colours of the theme', () => {
  for (const { media } of manifest.contributes.walkthroughs[0]?.steps ?? []) {
    const svg = readFileSync(join(root, media.svg), 'utf8');
    const colours = [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => String(colour));
    expect(colours.filter(colour => !/^(?:none|var\(--vscode-[^#]*\))$/.test(colour))).toEqual([]);
  }
});

test('the words of the walkthrough run only commands that exist', () => {
  const text = Object.entries(words).flatMap(([key, value]) =>
    key.startsWith('walkthrough.') ? [value] : [],
  );
  const run = [...text.join('\n').matchAll(/command:(switchyard\.[\w.]+)/g)].map(([, id]) => String(id));
  const known = [...manifest.contributes.commands.map(({ command }) => command), 'switchyard.catalog.focus'];
  expect(run.length).toBeGreaterThan(3);
  expect(run.filter(id => !known.includes(id))).toEqual([]);
});

test('packs the data that the code reads, and no other', () => {
  const packed = readFileSync(join(root, '.vscodeignore'), 'utf8').split('\n');
  expect(packed).toContain('!data/*.json');
  const readers = sourcesIn(join(root, 'src', 'node'));
  for (const file of readdirSync(join(root, 'data'))) {
    expect(readers.some(source => source.includes(`'${file}'`))).toBe(true);
  }
});

/** The commands that ask for more than which item they are for: a text, a choice, or a confirmation, also from a row. */
const ASKING: readonly string[] = [
  ...['activateServer', 'addServer', 'addTask', 'cancelCalls', 'chooseTools', 'compactJournal'],
  ...[
    'connectJournal',
    'deactivateServer',
    'deleteStateEntry',
    'deleteWorkflow',
    'disableServer',
    'editTask',
  ],
  ...['enableServer', 'endTask', 'endWorkflow', 'enterCredentials', 'exportWorkflowAs', 'forgetCredentials'],
  ...['forgetSession', 'importServers', 'managePlans', 'markReviewed', 'newWorkflow', 'renameSession'],
  ...['restoreHunk', 'restorePoint', 'restoreTask', 'retryPlan', 'reviewTools', 'runPlan', 'runPlanAgain'],
  ...['runRound', 'savePlan', 'saveToolset', 'searchCatalog', 'sendToChat', 'sendToChild', 'showFileHistory'],
  ...['signIn', 'signOut', 'syncRegistry', 'toggleFeature', 'toggleServer'],
];

test('titles say the category once, and end in an ellipsis only where more is asked', () => {
  const french = JSON.parse(readFileSync(join(root, 'package.nls.fr.json'), 'utf8')) as typeof words;
  const titled = manifest.contributes.commands.map(({ command, title }) => ({
    id: command.replace('switchyard.', ''),
    titles: [words, french].map(texts => texts[title.slice(1, -1)] ?? ''),
  }));
  for (const { category } of manifest.contributes.commands) expect(category).toBe('Switchyard');
  for (const { titles } of titled) expect(titles.join(' ')).not.toContain('Switchyard');
  for (const at of [0, 1]) {
    const dotted = titled.filter(({ titles }) => titles[at]?.endsWith('…')).map(({ id }) => id);
    expect(dotted.toSorted()).toEqual(ASKING);
  }
});

test('menus and views name only commands that exist, and every view can be opened', () => {
  const { commands, menus, views } = manifest.contributes;
  const known = new Set(commands.map(({ command }) => command));
  const named = Object.values(menus).flatMap(items => items.map(({ command }) => command));
  expect(named.filter(command => !known.has(command))).toEqual([]);
  expect(Object.values(views).flatMap(list => list.map(({ id }) => id))).toEqual(
    VIEWS.map(view => `switchyard.${view}`),
  );
});

test('the two views that are open at first share the room: an empty one takes no more of it', () => {
  // VS Code gives the first view what a closed one would have had, and counts 20 for one that says nothing.
  const sizes = Object.values(manifest.contributes.views)
    .flat()
    .map(({ visibility, initialSize }) => [visibility, initialSize]);
  expect(sizes).toEqual([
    ['visible', 20],
    ['visible', 20],
    ['collapsed', 1],
  ]);
});

test('the style sheets of the webviews name no colour of their own', () => {
  const folder = join(root, 'webview-ui');
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(1);
  const css = sheets.map(name => readFileSync(join(folder, name), 'utf8')).join('\n');
  expect(css).not.toMatch(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i);
  const values = [...css.matchAll(/(?:color|background|border|outline)[\w-]*:\s*([^;]+);/g)];
  const plain = values.map(([, value]) =>
    String(value).replaceAll(/var\((?:[^()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*\)/g, ''),
  );
  expect(plain.join(' ')).not.toMatch(/\b(?:black|white|red|green|blue|yellow|orange|gray|grey|purple)\b/);
});

test('no webview is kept while it is hidden, and none lets inline code in', () => {
  for (const text of sources) expect(text).not.toMatch(/retainContextWhenHidden|unsafe-inline|unsafe-eval/);
});

test('reads only settings that exist, each with a default', () => {
  const properties = Object.assign(
    {},
    ...manifest.contributes.configuration.map(part => part.properties),
  ) as object;
  const known = Object.keys(properties);
  const text = sources.join('\n');
  const readShort = [
    ...text.matchAll(/(?:(?:number|choice|list|flag|text)Setting|settingLevels)\('([\w.]+)'/g),
  ].map(([, key]) => `switchyard.${key}`);
  const readWhole = [...text.matchAll(/'(switchyard\.servers)'/g)].map(([, key]) => String(key));
  expect(new Set([...readShort, ...readWhole])).toEqual(new Set(known));
  for (const property of Object.values(properties)) expect(property).toHaveProperty('default');
});

test('restricts every setting that can start or share something in an untrusted workspace', () => {
  expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual([
    'switchyard.servers',
    'switchyard.catalog.coreServers',
    'switchyard.catalog.sources',
    'switchyard.activation.allowAgent',
    'switchyard.journal.url',
  ]);
});

test('names the provider that the code registers, and is there in every window to say which tools are true', () => {
  const ids = manifest.contributes.mcpServerDefinitionProviders.map(({ id }) => id);
  expect(sources.some(text => text.includes(`'${ids[0]}'`))).toBe(true);
  // Without it, VS Code goes on showing the tools that it kept from the window before (seen in 1.139).
  expect(manifest.activationEvents).toContain('onStartupFinished');
  // Pages that were open before a reload need it too.
  const pages = sources.flatMap(text =>
    [...text.matchAll(/viewType: '(switchyard\.\w+)'/g)].map(([, id]) => id),
  );
  expect(pages.length).toBeGreaterThan(2);
  expect(manifest.activationEvents).toEqual(expect.arrayContaining(pages.map(id => `onWebviewPanel:${id}`)));
  // So do documents: VS Code would say for good that a task changed no files. A restore is not asked about any more.
  const schemes = sources
    .flatMap(text => [...text.matchAll(/SCHEME = '(switchyard-\w+)'/g)].map(([, scheme]) => scheme))
    .filter(scheme => scheme !== 'switchyard-restore');
  expect(schemes.length).toBeGreaterThan(5);
  expect(manifest.activationEvents).toEqual(
    expect.arrayContaining(schemes.map(scheme => `onFileSystem:${scheme}`)),
  );
});

test('is compiled against the oldest VS Code it promises to run in', () => {
  expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode']}`);
  expect(existsSync(join(root, manifest.icon))).toBe(true);
});

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(folder, name), 'utf8'));
}

test('has every setting as the table of settings has it', () => {
  const own = Object.assign(
    {},
    ...manifest.contributes.configuration.map(({ properties }) => properties),
  ) as Record<string, Readonly<Record<string, unknown>>>;
  const said = Object.fromEntries(
    Object.entries(own).map(([key, { default: fallback, minimum, maximum, enum: choices }]) => [
      key.replace('switchyard.', ''),
      { default: fallback, minimum, maximum, choices },
    ]),
  );
  const none = { minimum: undefined, maximum: undefined, choices: undefined };
  expect(said).toEqual({
    ...Object.fromEntries(
      Object.entries(NUMBER_SETTINGS).map(([key, { default: fallback, least: minimum, most: maximum }]) => [
        key,
        { default: fallback, minimum, maximum, choices: undefined },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(CHOICE_SETTINGS).map(([key, choices]) => [
        key,
        { ...none, default: choices[0], choices },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(OTHER_SETTINGS).map(([key, fallback]) => [key, { ...none, default: fallback }]),
    ),
  });
});
