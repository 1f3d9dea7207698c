import { join } from 'node:path';
import { arch, platform } from 'node:process';
import type { Agent } from '../agent';
import { opencode } from './opencode';

const { note: _ofOpencode, ...shared } = opencode;

/** Kilo Code's command line, a fork of opencode with names of its own. */
export const kiloCode: Agent = {
  ...shared,
  name: 'kilo',
  command: 'kilo',
  title: 'Kilo Code',
  npm: '@kilocode/cli',
  launch: modules => [
    join(modules, `@kilocode/cli-${platform === 'win32' ? 'windows' : platform}-${arch}/bin/kilo`),
  ],
  snippet: { ...opencode.snippet, file: '~/.config/kilo/kilo.json' },
  env: place =>
    Object.fromEntries(
      Object.entries(opencode.env(place)).map(([name, value]) => [name.replace('OPENCODE', 'KILO'), value]),
    ),
};
