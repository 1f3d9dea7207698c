/**
 * Which room may import from which: one table, from which the walls in `.oxlintrc.json` are made.
 *
 *   npm run rooms
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot, runInherited } from './processes.mjs';

/** Rooms within a module, from the lowest to the highest; its own folder and its tools stand on them. */
const INNER_ROOMS = {
  graph: ['patch'],
  plans: ['tree', 'engine', 'xml', 'files', 'run'],
  children: ['model', 'run'],
};

const CORE = 'src/core/*';
const SHARED = 'src/shared';

/**
 * Each house with what it stands on, and its rooms from the lowest to the highest. A room may import from itself, from the rooms
 * named before it, and from every room of the houses that its own stands on. `.` is what lies in the house's own folder.
 */
export const HOUSES = [
  {
    house: SHARED,
    on: [],
    rooms: [
      '.',
      'webview',
      'explorer',
      'plots',
      'sharedState',
      'taskPage',
      'reviewStack',
      'planPage',
      'replay',
      'serverPage',
    ],
  },

  { house: 'src/core/support', on: core() },
  { house: 'src/core/journal', on: core('support') },
  { house: 'src/core/operations', on: core('support', 'journal') },
  { house: 'src/core/snapshots', on: core('support') },
  { house: 'src/core/agents', on: core('support') },
  { house: 'src/core/registry', on: core('support', 'journal') },
  { house: 'src/core/trust', on: core('support', 'journal', 'registry') },
  {
    house: 'src/core/catalog',
    on: core('support'),
    rooms: ['entry', 'launch', 'search', '.', 'imports'],
  },
  {
    house: 'src/core/gateway',
    on: core('support', 'journal', 'operations', 'registry', 'trust', 'catalog'),
    rooms: ['upstream', 'launch', 'sessions', 'tools', 'servers', 'addresses', 'calls', 'passthrough', '.'],
  },
  { house: 'src/core/toolsets', on: core('support', 'catalog', 'gateway') },
  { house: 'src/core/toolbox', on: core('support', 'journal', 'operations', 'registry', 'gateway') },
  {
    house: 'src/core/workflow',
    on: core('support', 'journal', 'snapshots'),
    rooms: ['model', 'verification', 'domain', 'report', '.'],
  },
  {
    house: 'src/core/rounds',
    on: core(
      'support',
      'journal',
      'operations',
      'snapshots',
      'registry',
      'catalog',
      'gateway',
      'toolbox',
      'workflow',
    ),
  },
  { house: 'src/core/coordination', on: core('support', 'journal') },
  {
    house: 'src/core/resources',
    on: core(
      'support',
      'journal',
      'operations',
      'snapshots',
      'agents',
      'registry',
      'coordination',
      'catalog',
      'gateway',
      'toolbox',
      'workflow',
    ),
  },
  { house: 'src/core', on: [CORE, SHARED] },

  { house: 'src/mcp/toolkit', on: [CORE, SHARED], rooms: ['.', 'coordination'] },
  {
    house: 'src/modules',
    on: [CORE, SHARED, 'src/mcp/toolkit'],
    // A folder each, with its tools; it may look into those that its manifest needs.
    folders: needsOfModules(),
  },
  {
    house: 'src/mcp',
    on: [CORE, SHARED, 'src/mcp/toolkit', 'src/modules'],
    rooms: [
      'clients',
      'prompts',
      'tools/gateway',
      'tools/introspection',
      'tools/workflow',
      'apps',
      '.',
      'modern',
      'http',
      'rounds',
      'responses',
    ],
  },
  {
    house: 'src/node',
    on: [CORE, SHARED],
    rooms: [
      'http',
      'lines',
      'net',
      'machine',
      'catalog',
      'mcpRegistry',
      'imports',
      'oauth',
      'endpoint',
      'processes',
      'journal',
      'postgres',
      'git/plumbing',
      'git/record',
      'git/account',
      'git/restore',
      'git',
      'team',
      'upstream',
      'agents',
      'model',
      'telemetry',
      '.',
    ],
  },
  {
    house: 'src/headless',
    on: [CORE, SHARED, 'src/modules', 'src/mcp', 'src/node'],
    rooms: ['clients', 'options', 'questions', 'commands', '.'],
  },
  {
    house: 'src/vscode',
    on: [CORE, SHARED, 'src/modules', 'src/mcp', 'src/node'],
    rooms: [
      'git',
      'words',
      'fileIcons',
      'imports',
      'questions',
      'secrets',
      'settings',
      'rounds',
      'host',
      'catalog',
      'links',
      'picks',
      'webview',
      'workflow',
      'restore',
      'blame',
      'status',
      'documents',
      'explorer',
      'news',
      'sharedState',
      'taskPage',
      'reviewStack',
      'planPage',
      'replay',
      'serverPage',
      'pages',
      'commands',
      '.',
    ],
  },
  {
    house: 'webview-ui',
    on: [SHARED],
    rooms: [
      'kit',
      'explorer',
      'plots',
      'sharedState',
      'taskPage',
      'reviewStack',
      'planPage',
      'replay',
      'serverPage',
    ],
  },
];

function core(...names) {
  return [SHARED, ...names.map(name => `src/core/${name}`)];
}

/** Our modules by folder, with the modules that their manifests need. */
function needsOfModules() {
  const house = join(repositoryRoot, 'src/modules');
  const folders = readdirSync(house, { withFileTypes: true }).filter(entry => entry.isDirectory());
  return folders.map(({ name }) => {
    const manifest = readFileSync(join(house, name, 'module.ts'), 'utf8');
    const [, needs = ''] = /^  needs: \[(.*)\],$/m.exec(manifest) ?? [];
    return [name, [...needs.matchAll(/'([\w-]+)'/g)].map(([, needed]) => needed)];
  });
}

/** The rooms of a house, each with those of the same house that it may import from. */
function roomsOf({ house, rooms = ['.'], folders }) {
  if (folders !== undefined) {
    const within = names => names.map(name => `${house}/${name}`);
    const each = folders.flatMap(([name, needs]) => {
      const inner = (INNER_ROOMS[name] ?? []).map(room => `${name}/${room}`);
      const innermost = inner.map((room, i) => [
        `${house}/${room}`,
        within([...inner.slice(0, i + 1), ...needs]),
      ]);
      return [...innermost, [`${house}/${name}`, within([...inner, name, ...needs])]];
    });
    return [...each, [house, [...within(folders.map(([name]) => name)), house]]];
  }
  const named = rooms.map(room => (room === '.' ? house : `${house}/${room}`));
  return named.map((room, i) => [room, named.slice(0, i + 1)]);
}

/** Every room by its folder, with patterns of the folders that it may import from. */
export const WALLS = new Map(
  HOUSES.flatMap(own => {
    const below = own.on.flatMap(house =>
      house === CORE ? ['src/core', 'src/core/**'] : [house, `${house}/**`],
    );
    return roomsOf(own).map(([room, beside]) => [room, [...below, ...beside]]);
  }),
);

/** What `.oxlintrc.json` has to say of them, for eslint-plugin-boundaries. */
export function lintedWalls() {
  // The first pattern that fits counts: inner rooms come before those around them.
  const deepest = [...WALLS.keys()].sort(
    (a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1),
  );
  return {
    elements: deepest.map(room => ({ type: room, pattern: room })),
    policies: [...WALLS].map(([room, allowed]) => ({
      from: { element: { type: room } },
      allow: [{ to: { element: { type: allowed } } }],
    })),
  };
}

async function write() {
  const path = join(repositoryRoot, '.oxlintrc.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  const { elements, policies } = lintedWalls();
  config.settings['boundaries/elements'] = elements;
  config.rules['boundaries/dependencies'] = ['error', { default: 'disallow', policies }];
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
  await runInherited('oxfmt', ['.oxlintrc.json']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
