import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expandVariables, surroundingValue } from '../../core/catalog/entry/variables';
import type { Surroundings } from '../../core/catalog/entry/ports';
import { fileOwner } from '../machine/fileOwner';
import { realPath } from '../machine/insideFolder';
import { readSmallFile } from '../catalog/smallFile';

/** What an `envFile` gives. */
export interface EnvFile {
  readonly variables: ReadonlyMap<string, string>;
  /** With all links followed: a person has to see it before it is used. */
  readonly path: string;
  /** Variables that were left out: a repository says them, and they make programs take code or connections from elsewhere. */
  readonly refused: readonly string[];
}

/** Where programs take libraries, modules, options, certificates and proxies from, and where they look for their settings. */
const STEERING = [
  /^(?:PATH|PATHEXT|NODE_\w+|LD_\w+|DYLD_\w+|PYTHON\w+|PERL5?\w+|RUBY\w+|GEM_\w+|BUNDLE_\w+|_?JAVA_\w+|JDK_\w+|CLASSPATH|DOTNET_\w+|BASH_ENV|ENV|SHELLOPTS|ZDOTDIR|GIT_\w+|SSH_\w+|NPM_\w+|PNPM_\w+|YARN_\w+|BUN_\w+|DENO_\w+|UV_\w+|PIP_\w+|ELECTRON_\w+|SSL_CERT_\w+|\w+_CA_BUNDLE|\w+_PROXY)$/i,
  /^(?:HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|XDG_\w+|APPDATA|LOCALAPPDATA|PROGRAMDATA|SYSTEMROOT|WINDIR|SHELL|COMSPEC)$/i,
  /^(?:OPENSSL_\w+|GCONV_PATH|MAVEN_\w+|GRADLE_\w+|LUA_\w+|PHPRC|PHP_INI_\w+|GO(?:FLAGS|PATH|ROOT|ENV|PROXY)|RUST\w+|CARGO_\w+|COREPACK_\w+|DOCKER_\w+|PIPX_\w+|VIRTUAL_ENV|TS_NODE_\w+|TSX_\w+|AWS_CONFIG_FILE|AWS_SHARED_CREDENTIALS_FILE)$/i,
];

/** Reads an `envFile`, or says why there is none, as a sentence about it. */
export async function readEnvFile(named: string, surroundings: Surroundings): Promise<EnvFile | string> {
  const { text, unresolved } = expandVariables(named, variable => surroundingValue(variable, surroundings));
  if (unresolved.length > 0) return 'its name has a variable that has no value here.';
  const folder = surroundings.workspaceFolder;
  if (!isAbsolute(text) && folder === undefined) return 'it belongs to a folder, and none is open.';
  // What is judged and what is read are one file: with its links followed.
  const path = realPath(isAbsolute(text) ? text : join(folder ?? '', text));
  const reading = await readSmallFile(path);
  switch (reading.type) {
    case 'absent':
      return 'it is not there.';
    case 'unreadable':
      return `it can't be read. ${reading.why}`;
    case 'text':
      return readingOf(variablesOf(reading.text), path, folder);
  }
}

/** The user saw that a server takes variables from the file, but not what a repository puts into it. */
function readingOf(all: ReadonlyMap<string, string>, path: string, folder: string | undefined): EnvFile {
  const isTheirs = fileOwner(path, folder) === 'workspace';
  const refused = isTheirs ? [...all.keys()].filter(name => STEERING.some(form => form.test(name))) : [];
  const variables = new Map([...all].filter(([name]) => !refused.includes(name)));
  return { variables, refused, path };
}

function variablesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parseEnv(text)).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value] as const],
    ),
  );
}
