import fc from 'fast-check';
import { existsSync, lstatSync } from 'node:fs';
import { type SnapshotWorld, TEN_LINES } from './world';

const NAMES = [
  'a.txt',
  'b.txt',
  'dir/f.txt',
  'dir/g.txt',
  'new.txt',
  'é\t"x',
  'deep/er/y',
  'run.sh',
  'way',
  'x.log',
  'u.tmp',
];

/** One thing that a person or an agent does to a repository. */
export interface Deed {
  readonly verb: (typeof VERBS)[number];
  readonly name: string;
  readonly other: string;
  readonly text: string;
}

const VERBS = [
  'write',
  'write',
  'write',
  'edit',
  'remove',
  'move',
  'chmod',
  'link',
  'commit',
  'commit',
  'amend',
  'stash',
  'stash pop',
  'reset hard',
  'reset soft',
  'checkout topic',
  'checkout main',
  'merge',
  'rebase',
  'rm cached',
  'ignore',
  'unignore',
  'add force',
  'binary',
] as const;

/** Up to ten deeds. */
export const deeds = fc.array(
  fc.record<Deed>({
    verb: fc.constantFrom(...VERBS),
    name: fc.constantFrom(...NAMES),
    other: fc.constantFrom(...NAMES),
    text: fc.constantFrom('', 'x\n', 'one\ntwo\n', 'no line end', 'crlf\r\n', TEN_LINES),
  }),
  { maxLength: 10 },
);

/** Does it, as far as it can be done. */
export function perform(world: SnapshotWorld, deed: Deed): void {
  const { verb, name, other, text } = deed;
  switch (verb) {
    case 'write':
      put(world, name, text);
      break;
    case 'binary':
      put(world, name, new Uint8Array([0, text.length, 255]));
      break;
    case 'edit':
      if (isFile(world, name)) world.write(name, `${world.read(name)}more\n`);
      break;
    case 'remove':
      world.remove(name);
      break;
    case 'move':
      if (isFile(world, name) && name !== other) {
        const content = world.read(name);
        world.remove(name);
        put(world, other, content);
      }
      break;
    case 'chmod':
      if (isFile(world, name))
        world.chmod(name, (lstatSync(world.path(name)).mode & 0o100) === 0 ? 0o755 : 0o644);
      break;
    case 'link':
      world.remove(name);
      put(world, name, '');
      world.remove(name);
      world.link(other, name);
      break;
    case 'commit':
      world.tryGit('add', '-A');
      world.tryGit('commit', '-q', '-m', `commit ${text.length}`);
      break;
    case 'amend':
      world.tryGit('commit', '-q', '-a', '--amend', '-m', 'amended');
      break;
    case 'stash':
      world.tryGit('stash', '-q', '-u');
      break;
    case 'stash pop':
      world.tryGit('stash', 'pop', '-q');
      break;
    case 'reset hard':
      world.tryGit('reset', '-q', '--hard', text === '' ? 'HEAD' : 'HEAD~1');
      break;
    case 'reset soft':
      world.tryGit('reset', '-q', '--soft', 'HEAD~1');
      break;
    case 'checkout topic':
      world.tryGit('checkout', '-q', 'topic');
      break;
    case 'checkout main':
      world.tryGit('checkout', '-q', 'main');
      break;
    case 'merge':
      world.tryGit('merge', '-q', '-m', 'merge', 'topic');
      break;
    case 'rebase':
      world.tryGit('rebase', '-q', 'topic');
      if (existsSync(world.path('.git/rebase-merge'))) world.tryGit('rebase', '--abort');
      break;
    case 'rm cached':
      world.tryGit('rm', '-q', '--cached', '--', name);
      break;
    case 'ignore':
      world.write('.gitignore', `*.log\n${name.replace('\t', '?')}\n`);
      break;
    case 'unignore':
      world.write('.gitignore', '');
      break;
    case 'add force':
      world.tryGit('add', '-f', '--', name);
      break;
  }
}

/** A file in the place, whatever stands in the way. */
function put(world: SnapshotWorld, name: string, content: string | Uint8Array): void {
  const parts = name.split('/');
  for (let i = 1; i < parts.length; i += 1) {
    const parent = parts.slice(0, i).join('/');
    if (isFile(world, parent) || isLink(world, parent)) world.remove(parent);
  }
  if (isLink(world, name) || (existsSync(world.path(name)) && lstatSync(world.path(name)).isDirectory()))
    world.remove(name);
  world.write(name, content);
}

function isFile(world: SnapshotWorld, name: string): boolean {
  return lstatSync(world.path(name), { throwIfNoEntry: false })?.isFile() === true;
}

function isLink(world: SnapshotWorld, name: string): boolean {
  return lstatSync(world.path(name), { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
