import { type EndpointPlace, endpointProblem } from '../../node/net/embeddingEndpoint';
import { parseArgs } from 'node:util';
import { IMPORT_TOOLS, type ImportTool } from '../../core/catalog/imports/importTools';
import { oneLine } from '../../core/catalog/entry/plainText';
import { ALWAYS_ON } from '../../mcp/toolkit/moduleIds';
import { FEATURES, flagOf, modulesOf } from '../../modules/featureToggles';
import { Refusal } from '../../core/support/refusal';
import { LIMIT_OPTIONS, type Limits, limitsOf, LIMITS_HELP, numberOf } from './limits';

/** What happens without anybody being asked: all of it, nothing, or what has these names. */
export type Approvals = 'all' | 'none' | readonly string[];

/** A launch as `--approve` names it: `name@sha256:` and 64 hex digits. */
const LAUNCH = /^[^@]+@sha256:[0-9a-f]{64}$/;

/** Where the program works and remembers. */
export interface Place {
  readonly workspace: string | undefined;
  readonly stateFolder: string | undefined;
  readonly serversFile: string | undefined;
  /** Tools whose servers are taken over for this run. */
  readonly imports: readonly ImportTool[];
}

/** What the command line asked for. */
export type Invocation =
  | { readonly type: 'help' | 'version' }
  /** Lets a person sign in to a server in the browser, or forgets that; then the program ends. */
  | ({ readonly type: 'sign-in' | 'sign-out'; readonly server: string } & Place)
  /** Shows what these servers start and allows it for later runs, or takes that back; then the program ends. */
  | ({ readonly type: 'approve' | 'revoke'; readonly servers: readonly string[] } & Place)
  /** Shows what withheld tools say of themselves and lets agents use them; without names, it only shows them. */
  | ({ readonly type: 'accept'; readonly tools: readonly string[] } & Place)
  /** Shows what every server would start; then the program ends. */
  | ({ readonly type: 'show-launches' } & Place)
  | ({
      readonly type: 'serve';
      readonly transport: 'stdio' | 'http';
      /** 0 = any free one. */
      readonly port: number;
      /** Where the token of the HTTP server is kept. */
      readonly tokenFile: string | undefined;
      /** Servers by name, launches as `name@sha256:…`. */
      readonly approvals: Approvals;
      /** Whether the person at the client is asked about other starts: not where `--approve none` was said. */
      readonly asksAboutLaunches: boolean;
      /** Whether servers that the workspace's own files define may be started. */
      readonly trustsWorkspace: boolean;
      /** Servers and listed tools whose `require_approval` is answered with yes. */
      readonly callApprovals: Approvals;
      /** Whether the person at the client is asked about other calls. */
      readonly asksAboutCalls: boolean;
      /** Servers and listed tools that may be used though they changed. */
      readonly toolAcceptances: Approvals;
      /** Whether agents may put the files of a task back without a person. */
      readonly mayRestore: boolean;
      /** What to do with restores that a crash cut short; undefined: tell of them only. */
      readonly settleRestores: 'finish' | 'undo' | undefined;
      /** Servers that are on in every session and that an agent cannot turn off. */
      readonly coreServers: readonly string[];
      /** A model that re-ranks searches. */
      readonly embeddings: EndpointPlace | undefined;
      /** Milliseconds between two signs of life of a run that somebody watches. */
      /** Days for which the events of tasks are kept. */
      readonly retentionDays: number;
      readonly limits: Limits;
    } & Place);

export const HELP = `switchyard: one MCP server through which an agent finds, switches on, uses and switches off others.

Usage: switchyard [--stdio | --http [--port N]] [options]
       switchyard approve NAME... [options]   show what a server starts, and allow exactly that for later runs
       switchyard revoke NAME... [options]    take that back
       switchyard accept [NAME...] [options]  show tools that changed and are withheld, and let agents use those named by
                                              server or listed name; a running switchyard hears of it

  --stdio            speak MCP over stdin and stdout (default)
  --http             listen on 127.0.0.1; prints one JSON line {"url","token"} when ready
  --port N           port for --http (default: any free one)
  --token-file FILE  file with the token for --http, so that it stays the same; made where it is missing
                     (default: the variable SWITCHYARD_TOKEN, else a new token at each start)
  --workspace DIR    folder that servers work on (default: the current folder)
  --state DIR        folder for what is remembered (default: a folder of this workspace's under your home)
  --servers FILE     servers in VS Code's mcp.json form (default: .switchyard/servers.json in the workspace)
  --import WHAT      take over the servers of other tools for this run: all, or of vscode, mcp-json, claude-code, cursor,
                     windsurf, gemini, codex, claude-desktop those named, separated by commas; their files are read,
                     never written to, and own servers of the same name come first
  --approve WHAT     servers that may be started without a question, separated by commas; about others, the person at the
                     client is asked where the client can ask (elicitation), else nothing starts
                     NAME               of the registry, of a --servers file outside of the workspace, or imported from
                                        a file of yours outside of it; never what the workspace's files define or are
                     NAME@sha256:HASH   exactly this launch, whoever defines it, as --show-launches prints it
                     all                everything that a name can reach
                     none               nothing, and nobody is asked
  --trust-workspace  also start what the workspace's own files define (.switchyard/servers.json, imported .mcp.json, ...)
  --show-launches    print what every server would start, with the hash of it, then end
  --approve-calls WHAT
                     tools that may run without a question although their server's entry has require_approval: all, or
                     servers and listed tool names separated by commas; about others, the person at the client is
                     asked where the client can ask; none: nobody is asked
  --accept-tools WHAT
                     tools that may be used although they changed since they were first listed: all, none (default),
                     or servers and listed tool names separated by commas; one whose text looks made to mislead an
                     agent only by its own name
  --core ID,...      servers that are on in every session and that an agent cannot turn off; approved ones start at once
                     where their tools are not known yet
${LIMITS_HELP}
  --embeddings URL   base URL of an OpenAI-compatible embedding API that re-ranks search results, e.g.
                     http://localhost:11434/v1; requests and server descriptions are sent to it; a key is read from
                     SWITCHYARD_EMBEDDINGS_KEY
  --embeddings-model NAME
                     the model to use there, e.g. nomic-embed-text
  --allow-restore    let agents put the files of a recorded task back without asking anybody
  --settle-restores finish|undo
                     end restores that a crash cut short, forwards or back
  --sign-in NAME     sign in to a server in your browser, then end; --sign-out NAME forgets it
  --enable-FEATURE   switch a feature of ours on in every session, e.g. --enable-blackboard; there are:
${wrapped(FEATURES.map(feature => flagOf(feature).replace('enable-', '')))}
  --help, --version

Credentials come from the environment, or from credentials.json in the state folder, readable by you alone:
{"<server>": {"<KEY>": "value"}}. A server that the workspace defines gets only what stands under its own
"<server>@<tag>", which switchyard approve prints.`;

const FEATURE_OPTIONS = Object.fromEntries(
  FEATURES.map(feature => [flagOf(feature), { type: 'boolean' as const }]),
);

/** Reads the command line. @throws {Refusal} bad-arguments */
export function readArguments(argv: readonly string[]): Invocation {
  const [verb] = argv;
  if (verb === 'approve' || verb === 'revoke' || verb === 'accept') return approvalOf(verb, argv.slice(1));
  const { values } = parsed(argv, false);
  if (values.help) return { type: 'help' };
  if (values.version) return { type: 'version' };
  if (values.stdio && values.http) throw bad('Give --stdio or --http, not both.');
  if (values.port !== undefined && !values.http) throw bad('--port goes with --http.');
  const { 'token-file': tokenFile } = values;
  if (tokenFile !== undefined && !values.http) throw bad('--token-file goes with --http.');
  const place = placeOf(values);
  if (values['show-launches']) return { type: 'show-launches', ...place };
  const signIn = signInOf(values['sign-in'], values['sign-out']);
  if (signIn !== undefined) return { ...signIn, ...place };
  return {
    type: 'serve',
    transport: values.http ? 'http' : 'stdio',
    port: portOf(values.port),
    tokenFile,
    ...place,
    approvals: launchesOf(values.approve),
    asksAboutLaunches: values.approve !== 'none',
    trustsWorkspace: values['trust-workspace'] ?? false,
    callApprovals: approvalsOf(values['approve-calls']),
    asksAboutCalls: values['approve-calls'] !== 'none',
    toolAcceptances: approvalsOf(values['accept-tools']),
    mayRestore: values['allow-restore'] ?? false,
    settleRestores: wayOf(values['settle-restores']),
    retentionDays: numberOf('journal.retentionDays', values),
    limits: limitsOf(values),
    embeddings: embeddingsOf(values.embeddings, values['embeddings-model']),
    coreServers: [...new Set([...idsOf(values.core), ...featuresOf(values)])],
  };
}

function placeOf(values: ReturnType<typeof parsed>['values']): Place {
  const { workspace, state: stateFolder, servers: serversFile } = values;
  return { workspace, stateFolder, serversFile, imports: toolsOf(values.import) };
}

/** `approve`, `revoke` or `accept` with the names after it. */
function approvalOf(type: 'approve' | 'revoke' | 'accept', argv: readonly string[]): Invocation {
  const { values, positionals } = parsed(argv, true);
  if (values.help) return { type: 'help' };
  const stray = Object.keys(values).find(name => !PLACES.has(name));
  if (stray !== undefined) throw bad(`switchyard ${type} takes no --${stray}.`);
  if (type === 'accept') return { type, tools: positionals, ...placeOf(values) };
  if (positionals.length === 0) throw bad(`Name the servers: switchyard ${type} NAME.`);
  return { type, servers: positionals, ...placeOf(values) };
}

/** Options that say where the program works. */
const PLACES: ReadonlySet<string> = new Set(['workspace', 'state', 'servers', 'import']);

function parsed(argv: readonly string[], allowPositionals: boolean) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals,
      options: {
        stdio: { type: 'boolean' },
        http: { type: 'boolean' },
        port: { type: 'string' },
        'token-file': { type: 'string' },
        workspace: { type: 'string' },
        state: { type: 'string' },
        servers: { type: 'string' },
        import: { type: 'string' },
        approve: { type: 'string' },
        'trust-workspace': { type: 'boolean' },
        'show-launches': { type: 'boolean' },
        'approve-calls': { type: 'string' },
        'accept-tools': { type: 'string' },
        'allow-restore': { type: 'boolean' },
        'settle-restores': { type: 'string' },
        core: { type: 'string' },
        embeddings: { type: 'string' },
        'embeddings-model': { type: 'string' },
        'sign-in': { type: 'string' },
        'sign-out': { type: 'string' },
        ...LIMIT_OPTIONS,
        ...FEATURE_OPTIONS,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    const [what = ''] = error instanceof Error ? error.message.split(/\.\s/) : [];
    throw bad(`${what.replace(/\.$/, '')}.`);
  }
}

/** @throws {Refusal} bad-arguments */
function embeddingsOf(url: string | undefined, model: string | undefined): EndpointPlace | undefined {
  if (url === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined) throw bad('--embeddings and --embeddings-model go together.');
  const problem = endpointProblem({ url, model });
  if (problem !== undefined) throw bad(problem);
  return { url, model };
}

function signInOf(
  signIn: string | undefined,
  signOut: string | undefined,
): { readonly type: 'sign-in' | 'sign-out'; readonly server: string } | undefined {
  if (signIn !== undefined && signOut !== undefined) throw bad('Give --sign-in or --sign-out, not both.');
  if (signIn !== undefined) return { type: 'sign-in', server: signIn };
  return signOut === undefined ? undefined : { type: 'sign-out', server: signOut };
}

/** The modules of the features that were asked for. */
function featuresOf(values: Readonly<Record<string, unknown>>): readonly string[] {
  const asked = FEATURES.filter(feature => values[flagOf(feature)] === true);
  return modulesOf(asked).filter(module => !ALWAYS_ON.has(module));
}

function wrapped(words: readonly string[]): string {
  const lines = words.join(', ').match(/.{1,100}(?:, |$)/g) ?? [];
  return lines.map(line => `                     ${line.trimEnd()}`).join('\n');
}

function wayOf(text: string | undefined): 'finish' | 'undo' | undefined {
  if (text === undefined || text === 'finish' || text === 'undo') return text;
  throw bad('--settle-restores takes finish or undo.');
}

function portOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw bad('--port takes a number from 1 to 65535.');
  return port;
}

function approvalsOf(text: string | undefined): Approvals {
  if (text === undefined || text === 'none') return 'none';
  if (text === 'all') return 'all';
  return idsOf(text);
}

function launchesOf(text: string | undefined): Approvals {
  const approvals = approvalsOf(text);
  if (typeof approvals === 'string') return approvals;
  const wrong = approvals.find(name => name.includes('@') && !LAUNCH.test(name));
  if (wrong !== undefined)
    throw bad(
      `--approve: "${oneLine(wrong, 80)}" is no launch. Write NAME@sha256:HASH, the hash with 64 digits.`,
    );
  return approvals;
}

function toolsOf(text: string | undefined): readonly ImportTool[] {
  if (text === 'all') return IMPORT_TOOLS;
  const named = idsOf(text === 'none' ? undefined : text);
  const unknown = named.find(name => !IMPORT_TOOLS.some(tool => tool === name));
  if (unknown !== undefined) {
    throw bad(`--import knows no "${oneLine(unknown, 40)}": it takes all, ${IMPORT_TOOLS.join(', ')}.`);
  }
  return IMPORT_TOOLS.filter(tool => named.includes(tool));
}

function idsOf(text: string | undefined): readonly string[] {
  const ids = (text ?? '').split(',').map(id => id.trim());
  return ids.filter(id => id !== '');
}

function bad(message: string): Refusal {
  return new Refusal('bad-arguments', `${message} Run switchyard --help to see what there is.`);
}
