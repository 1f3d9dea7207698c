import { type ServerId } from '../../shared/ids';
import { importedId } from './importedId';

/** Programs that run a package named after them. */
const RUNNERS = /^(?:npx|bunx|uvx|pnpx|pipx)$/;

/** Words between such a program and the package. */
const VERBS = new Set(['run', 'dlx', 'exec', 'x', 'tool', 'start']);

/** Options of `docker run` that take the next word. */
const DOCKER_VALUES =
  /^(?:-[evpwumhl]|--(?:env|volume|publish|name|network|mount|workdir|user|env-file|entrypoint|platform|add-host|label|memory|cpus|pull|hostname|volumes-from))$/;

/** A name for a server that has none, from what is started or where it is. A person may change it. */
export function suggestedName(server: {
  readonly command?: unknown;
  readonly args?: unknown;
  readonly url?: unknown;
}): ServerId {
  const { command, args, url } = server;
  const words = Array.isArray(args) ? args.filter(word => typeof word === 'string') : [];
  const name =
    typeof url === 'string' ? ofAddress(url) : typeof command === 'string' ? ofCommand(command, words) : '';
  return importedId(name.toLowerCase()) ?? (importedId('server') as ServerId);
}

function ofAddress(url: string): string {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1] ?? '';
  if (/^[\d.]+$/.test(host) || !host.includes('.')) return host;
  const parts = host
    .split('.')
    .filter((part, at, all) => at < all.length - 1 && !/^(?:www|mcp|api|app)$/.test(part));
  return parts.at(-1) ?? host;
}

function ofCommand(command: string, args: readonly string[]): string {
  const program = baseName(command);
  if (program === 'docker' || program === 'podman') return ofPackage(dockerImage(args));
  // What only passes on to an address is called after that, and what a shell of Windows starts after that.
  const address = args.find(word => /^https?:\/\//i.test(word));
  if (address !== undefined && args.some(word => /^(?:mcp-remote|supergateway|mcp-proxy)(?:@|$)/.test(word)))
    return ofAddress(address);
  if (program === 'cmd' && /^\/c$/i.test(args[0] ?? '') && args[1] !== undefined)
    return ofCommand(args[1], args.slice(2));
  const plain = args.filter(word => !word.startsWith('-') && !VERBS.has(word));
  if (RUNNERS.test(program) || /^(?:npm|pnpm|yarn|bun|uv|deno)$/.test(program))
    return ofPackage(plain[0] ?? program);
  if (/^(?:node|python\d*|py|tsx|ruby|php|java|dotnet)$/.test(program)) return ofScript(plain[0] ?? program);
  return ofPackage(program);
}

function dockerImage(args: readonly string[]): string {
  for (let at = args.indexOf('run') + 1; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (!word.startsWith('-')) return word.replace(/@sha256:.*$/, '').replace(/:[^/]*$/, '');
    if (DOCKER_VALUES.test(word)) at += 1;
  }
  return 'docker';
}

function ofScript(path: string): string {
  const parts = path.split(/[/\\]/).filter(part => part !== '');
  const file = (parts.at(-1) ?? '').replace(/\.[a-z]+$/i, '');
  const isCommon = /^(?:index|main|server|cli|app)$/i.test(file);
  const folder = parts.slice(0, -1).findLast(part => !/^(?:dist|build|src|lib|out|bin|\.+)$/.test(part));
  return ofPackage(isCommon && folder !== undefined ? folder : file);
}

/** `@acme/mcp-server-foo@1.2` is "foo", `@acme/mcp` is "acme". */
function ofPackage(name: string): string {
  const [, scope, last = ''] = /^(?:@?([^/]*)\/)?(?:.*\/)?([^/@]+)(?:@.*)?$/.exec(name) ?? [];
  const bare = last
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .replace(/^(?:mcp-server-|server-mcp-|mcp-|server-)/, '')
    .replace(/(?:-mcp-server|-server-mcp|-server|-mcp)$/, '');
  return /^(?:|mcp|server)$/.test(bare) ? (scope ?? last) : bare;
}

function baseName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
}
