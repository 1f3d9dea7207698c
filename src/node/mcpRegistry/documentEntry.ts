import type { CatalogEntry, LaunchTemplate } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import { findingWords } from '../../core/trust/findingWords';
import { scanTool } from '../../core/trust/scanTool';
import { type ServerId, serverId } from '../../shared/ids';
import { sha256 } from '../machine/randomness';
import { packageLaunch, type PublishedLaunch } from './packageLaunch';
import { remoteLaunch } from './remoteLaunch';
import type { ServerDocument } from './serverDocument';

/** What is shown in the place of a description that is not. */
const NOT_SHOWN = 'Its description is not shown: it may be meant to mislead an agent.';

/**
 * The catalog entry of a published server. One that can't be run here is listed with the reason. `registry`: the address it was read
 * from.
 */
export function documentEntry(document: ServerDocument, registry: string): CatalogEntry {
  const { name, version, title } = document;
  const namespace = name.slice(0, name.indexOf('/'));
  const { launch, needs, description, finding, reason } = documentFacts(document);
  const homepage = [document.websiteUrl, document.repository?.url].find(url => isPage(url));
  const note = noteOf(document, finding);
  return {
    id: publishedId(name),
    displayName: oneLine(finding === '' && title !== undefined && title.trim() !== '' ? title : name, 100),
    description,
    category: 'mcp-registry',
    tags: [],
    source: 'mcp-registry',
    owner: 'publisher',
    origin: originOf(document, registry),
    launch,
    needs,
    requires: [],
    isolation: 'shared',
    disabledBy: reason === undefined ? null : 'policy',
    ...(reason === undefined ? {} : { disabledReason: reason }),
    isVerified: false,
    publisher: namespace,
    ...(homepage === undefined ? {} : { homepage }),
    ...(note === undefined ? {} : { note }),
    allowedTools: [],
    requireApproval: 'never',
    onlyFound: true,
  };

  function originOf({ publishedAt, status }: ServerDocument, address: string): string {
    const date = publishedAt === undefined ? '' : `, published ${publishedAt.slice(0, 10)}`;
    const state = status === 'active' ? '' : `, ${oneLine(status, 20)}`;
    return `the MCP registry ${new URL(address).host}: ${name} ${oneLine(version, 60)}${date}${state}`;
  }
}

/** What a document says of its server, looked through. */
export interface DocumentFacts {
  readonly launch: LaunchTemplate;
  readonly needs: CatalogEntry['needs'];
  readonly description: string;
  /** What the scan found in its texts; empty where it found nothing. */
  readonly finding: string;
  /** Why it can't be used, as a sentence; undefined where it can. */
  readonly reason: string | undefined;
}

/** How a published server is started and what it needs, whoever brings its document. */
export function documentFacts(document: ServerDocument): DocumentFacts {
  const { launch, needs, why } = launchOf(document);
  const { description, finding, isCertain } = judgedTexts(document, needs);
  const reason = isCertain ? 'Its description looks designed to mislead an agent.' : why;
  return { launch, needs, description, finding, reason };
}

/** Characters of an id that are the server's own name. */
const OWN_CHARACTERS = 24;
const HASH_CHARACTERS = 7;

/**
 * The id of a published server: its own name and a hash of the whole. Nobody can publish one that is called like a server that people
 * know, and it is the same on every machine.
 */
export function publishedId(name: string): ServerId {
  const own = name
    .slice(name.indexOf('/') + 1)
    .replaceAll(/[^A-Za-z0-9-]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, OWN_CHARACTERS)
    .replaceAll(/-+$/g, '');
  const hash = BigInt(`0x${sha256(name).slice(0, 16)}`)
    .toString(36)
    .padStart(HASH_CHARACTERS, '0');
  const id = serverId(`${own === '' ? 'server' : own}-${hash.slice(-HASH_CHARACTERS)}`);
  if (id === undefined) throw new Error('The id of a published server is none.'); // Its form is made above.
  return id;
}

interface Found {
  readonly launch: LaunchTemplate;
  readonly needs: CatalogEntry['needs'];
  /** Why it can't be used; undefined where it can. */
  readonly why?: string;
}

/** The first package that can be run here, else the first address, as VS Code takes them. */
function launchOf({ packages, remotes, unreadable }: ServerDocument): Found {
  const tried: PublishedLaunch[] = [];
  for (const found of packages) tried.push(packageLaunch(found));
  for (const found of remotes) tried.push(remoteLaunch(found));
  const usable = tried.find(({ type }) => type === 'launch');
  if (usable?.type === 'launch') return { launch: usable.launch, needs: usable.inputs.needs };
  const reasons = [
    ...tried.flatMap(each => (each.type === 'unsupported' ? [each.why] : [])),
    ...(unreadable.length === 0 ? [] : [`wrong in its document: ${unreadable.join(', ')}`]),
  ];
  const [first = 'its document names no package and no address'] = reasons;
  return {
    launch: { type: 'stdio', command: 'npx', args: [], env: {} },
    needs: [],
    why: `It can't be run here: ${oneLine(first, 160)}.`,
  };
}

/** Its texts are a stranger's: an agent sees those in which the scan finds nothing. */
function judgedTexts(
  { name, title, description }: ServerDocument,
  needs: CatalogEntry['needs'],
): { readonly description: string; readonly finding: string; readonly isCertain: boolean } {
  const properties = needs.map(({ key, description: about }) => [
    key,
    { type: 'string', description: about },
  ]);
  const { findings } = scanTool({
    name: name.slice(name.indexOf('/') + 1),
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: { type: 'object', properties: Object.fromEntries(properties) },
  });
  const asked = findings.filter(({ kind }) => kind !== 'contradiction');
  return {
    description: asked.length === 0 ? oneLine(description, 400) : NOT_SHOWN,
    finding: findingWords(asked),
    isCertain: asked.some(({ isCertain }) => isCertain),
  };
}

function noteOf({ status, statusMessage, packages }: ServerDocument, finding: string): string | undefined {
  const message = statusMessage === undefined ? '' : `: ${oneLine(statusMessage, 200).replace(/\.$/, '')}`;
  const left = packages.flatMap(({ runtimeArguments = [], packageArguments = [] }) =>
    [...runtimeArguments, ...packageArguments].filter(({ isRepeated }) => isRepeated === true),
  );
  const notes = [
    ...(status === 'deprecated' ? [`Its publisher calls it deprecated${message}.`] : []),
    ...(finding === '' ? [] : [`The scan found in its texts: ${finding}.`]),
    ...(left.length === 0 ? [] : ['It takes more values than one: copy its entry to give them all.']),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}

function isPage(url: string | undefined): url is string {
  return url !== undefined && url.startsWith('https://') && URL.canParse(url);
}
