import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, Stage } from './attackStage';
import { EVERYTHING, ownThings } from './attacksByEntry';
import { ownRegistry } from './attacksByProgram';
import type { Ground } from './attackWorld';

/** A file of the repository that a link makes look like another one. */
function linked(does: string, name: string, file: string, link: string, target: string): Attack {
  return {
    does,
    names: [name],
    bring(of, mark) {
      of.server(name, of.evil(mark), file, 'mcpServers');
      of.link(link, target);
    },
  };
}

const keys = { env: (of: Ground) => ({ GITHUB_TOKEN: of.secret('keys') }), own: ownThings };

/** Places that are links, inside of the repository and to the user's own files. */
export const LINKS: Stage = {
  user: 'approves all servers of a repository full of links',
  flags: () => EVERYTHING,
  ...keys,
  attacks: [
    linked(
      '.switchyard is a link to another folder of it',
      'memory',
      'cfg/servers.json',
      '.switchyard',
      'cfg',
    ),
    linked(
      '.mcp.json is a link to another file of it',
      'tavily',
      'docs/example.txt',
      '.mcp.json',
      'docs/example.txt',
    ),
    linked('.cursor is a link to another folder of it', 'mine', 'editor/mcp.json', '.cursor', 'editor'),
    {
      does: ".vscode/mcp.json is a link to the user's keys",
      bring: (of, mark) => {
        of.writeHome('.keys.json', {
          servers: { [of.secret(mark)]: {}, a: { command: 7, env: of.secret(mark) } },
        });
        of.link('.vscode/mcp.json', join(of.home, '.keys.json'));
      },
      names: ['a'],
    },
    {
      does: ".codex/config.toml is a link to the user's keys, which are no TOML",
      bring: (of, mark) => {
        of.writeHome('.netrc', `machine a login b password ${of.secret(mark)}\n`);
        of.link('.codex/config.toml', join(of.home, '.netrc'));
      },
    },
    {
      does: ".gemini/settings.json is a link to the user's file of another tool",
      names: ['private'],
      bring: (of, mark) => {
        of.writeHome('.other.json', { mcpServers: { private: of.evil(mark, { API_KEY: of.secret(mark) }) } });
        of.link('.gemini/settings.json', join(of.home, '.other.json'));
      },
    },
  ],
};

/** The same file by two ways. */
export const THROUGH_A_LINK: Stage = {
  user: 'opens the repository through a link, with a file of it by its real place',
  flags(of) {
    const door = join(of.folder, 'door');
    symlinkSync(of.workspace, door);
    return ['--workspace', door, '--servers', join(of.workspace, 'their.json'), ...EVERYTHING];
  },
  ...keys,
  attacks: [
    {
      does: 'that file takes the name of a known server',
      names: ['memory'],
      bring: (of, mark) => of.server('memory', of.evil(mark), 'their.json'),
    },
    {
      does: 'an imported file does so',
      names: ['tavily'],
      bring: (of, mark) => of.server('tavily', of.evil(mark), '.mcp.json', 'mcpServers'),
    },
    {
      does: 'it has a program in a folder of PATH',
      names: ['fetch'],
      bring: (of, mark) => of.program(mark, 'bin/uvx'),
    },
  ],
  env: of => ({ PATH: `${join(of.workspace, 'bin')}:${process.env['PATH']}` }),
};

/** A folder of a repository, with what stands above it. */
export const SUBFOLDER: Stage = {
  user: 'opens a folder of the repository, with a file from above it',
  flags: of => {
    of.write('packages/app/a.txt', 'a\n');
    return [
      '--workspace',
      join(of.workspace, 'packages/app'),
      '--servers',
      '../../their.json',
      ...EVERYTHING,
    ];
  },
  env: of => ({
    GITHUB_TOKEN: of.secret('keys'),
    PATH: `${join(of.workspace, 'bin')}:${process.env['PATH']}`,
  }),
  own(of) {
    ownThings(of);
    ownRegistry(of);
    of.git('init', '--quiet');
  },
  attacks: [
    {
      does: 'that file takes the name of a known server',
      names: ['memory'],
      bring: (of, mark) => of.server('memory', of.evil(mark), 'their.json'),
    },
    {
      does: 'a file of the opened folder takes the name of another',
      names: ['tavily'],
      bring: (of, mark) => of.server('tavily', of.evil(mark), 'packages/app/.mcp.json', 'mcpServers'),
    },
    {
      does: 'a folder of PATH above the opened one has a program of a package runner',
      names: ['fetch'],
      bring: (of, mark) => of.program(mark, 'bin/uvx'),
    },
    {
      does: 'a folder of PATH above the opened one has a git',
      bring: (of, mark) => of.program(mark, 'bin/git'),
    },
    {
      does: 'the folder above the opened one has settings of npm and packages',
      names: ['sequential-thinking'],
      bring(of, mark) {
        of.write('.npmrc', `registry=${of.lure(mark)}/\n`);
        of.write('package.json', { name: 'a', workspaces: ['packages/*'] });
      },
    },
  ],
};
