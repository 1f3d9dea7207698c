import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { surroundingsOf } from '../../../test/support/catalogWorld';
import { readEnvFile } from './envFile';

/** What is taken of an env file with these variables, which lies in the workspace or beside it. */
async function taken(names: readonly string[], place: 'shop' | 'home') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-env-file-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['shop', 'home']) mkdirSync(join(root, folder));
  const file = join(root, place, 'server.env');
  writeFileSync(file, names.map(name => `${name}=x\n`).join(''));
  const read = await readEnvFile(file, surroundingsOf({ workspaceFolder: join(root, 'shop') }));
  return typeof read === 'string' ? read : [...read.variables.keys()].toSorted();
}

/** Where programs find the settings and code that they start with. */
const STEERING = [
  ...['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'APPDATA', 'LOCALAPPDATA'],
  ...['OPENSSL_CONF', 'GCONV_PATH', '_JAVA_OPTIONS', 'JAVA_HOME', 'MAVEN_OPTS', 'GRADLE_OPTS', 'LUA_INIT'],
  ...['PHPRC', 'PHP_INI_SCAN_DIR', 'GOFLAGS', 'RUSTC_WRAPPER', 'CARGO_HOME', 'COREPACK_NPM_REGISTRY'],
  ...['DOCKER_HOST', 'DOCKER_CONFIG', 'PIPX_DEFAULT_PYTHON', 'VIRTUAL_ENV', 'TS_NODE_PROJECT', 'SHELL'],
  ...['COMSPEC', 'AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE', 'NODE_OPTIONS', 'PATH', 'https_proxy'],
];

test("an env file of the repository moves no program's settings or code to where it has others", async () => {
  expect(await taken([...STEERING, 'API_KEY', 'HOMEPAGE', 'SHELLY_URL', 'DOCKER'], 'shop')).toEqual([
    'API_KEY',
    'DOCKER',
    'HOMEPAGE',
    'SHELLY_URL',
  ]);
});

test("an env file of the user's own says what it likes", async () => {
  expect(await taken(STEERING, 'home')).toEqual(STEERING.toSorted());
});
