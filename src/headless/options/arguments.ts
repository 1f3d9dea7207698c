import type { TelemetryPlan } from '../../node/telemetry/tracing';
import { ENDPOINT_HELP, ENDPOINT_OPTIONS, endpointGiven, type EndpointGiven } from './endpointOptions';
import { commandHelp } from './commandHelp';
import { checkedPaths, joinedLists, LIST } from './givenOptions';
import { telemetryOf } from './telemetryOption';
import { addressProblem, type EndpointPlace, endpointProblem } from '../../node/net/endpointAddress';
import { parseArgs } from 'node:util';
import { IMPORT_TOOLS, type ImportTool } from '../../core/catalog/imports/importTools';
import { oneLine } from '../../core/catalog/entry/plainText';
import { ALWAYS_ON } from '../../mcp/toolkit/moduleIds';
import { FEATURES, flagOf, modulesOf } from '../../modules/featureToggles';
import { Refusal } from '../../core/support/refusal';
import { JOURNAL_HELP, JOURNAL_OPTIONS, journalOf, type JournalWish } from './journalOption';
import { LIMIT_OPTIONS, type Limits, limitsOf, LIMITS_HELP, numberOf } from './limits';
import { SIGN_IN_OPTIONS, signInOf, type SignInWish } from './signInOption';

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

/** What of an MCP registry: part of a name or a whole one; empty for all. */
export type RegistryWish = Place & {
  readonly type: 'registry';
  readonly verb: 'sync' | 'clear';
  readonly what: string;
  /** Its address; undefined: the official one. */
  readonly registry: string | undefined;
};

/** What the command line asked for. */
export type Invocation =
  | { readonly type: 'version' }
  | { readonly type: 'help'; readonly text: string }
  /** Lets a person sign in to a server in the browser, or forgets that; then the program ends. */
  | (SignInWish & Place)
  /** For child agents that know no HTTP: it is started by them, not by people. */
  | { readonly type: 'connect' }
  /** Shows what these servers start and allows it for later runs, or takes that back; then the program ends. */
  | ({ readonly type: 'approve' | 'revoke'; readonly servers: readonly string[] } & Place)
  /** Shows what withheld tools say of themselves and lets agents use them; without names, it only shows them. */
  | ({ readonly type: 'accept'; readonly tools: readonly string[] } & Place)
  /** Reads servers of an MCP registry into the state folder, or forgets them; then the program ends. */
  | RegistryWish
  /** Shows what every server would start; then the program ends. */
  | ({ readonly type: 'show-launches' } & Place)
  | ({
      readonly type: 'serve';
      readonly transport: 'stdio' | 'http';
      /** 0 = any free one. */
      readonly port: number;
      /** Where the token of the HTTP server is kept. */
      readonly tokenFile: string | undefined;
      /** An endpoint that people share instead of the token; undefined: none. */
      readonly endpoint: EndpointGiven | undefined;
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
      /** What is measured, and where it goes; undefined: nothing. */
      readonly telemetry: TelemetryPlan | undefined;
      /** Base address of the models of LLM rounds; undefined: there are none. */
      readonly modelEndpoint: string | undefined;
      /** File with their key. */
      readonly modelKeyFile: string | undefined;
      /** Days for which the events of tasks are kept. */
      readonly retentionDays: number;
      /** The database of a team's journal; undefined: everything is kept in the state folder. */
      readonly journal: JournalWish | undefined;
      /** Where the user's own servers are served as an MCP registry; 0: nowhere. */
      readonly registryPort: number;
      readonly limits: Limits;
    } & Place);

export const HELP = `switchyard: one MCP server through which an agent finds, turns on, uses, and turns off others.

Usage: switchyard [--stdio | --http [--port N]] [options]
       switchyard approve NAME... [options]   show what a server runs, and allow exactly that for later runs;
                                              NAME@sha256:HASH: only if it is still that launch
       switchyard revoke NAME... [options]    revoke the approval
       switchyard accept [NAME...] [options]  show tools that changed and are withheld, and accept the ones given by
                                              server or listed name; a running switchyard picks this up
       switchyard registry sync [NAME] [options]  read an MCP registry into the state folder: all servers, those whose
                                              name contains NAME, or io.github.user/server[@version]; again for changes
       switchyard registry clear [options]    forget its servers

  --stdio            speak MCP over stdin and stdout (default)
  --http             listen on 127.0.0.1; prints one JSON line {"url","token"} when ready
  --port N           port for --http (default: any free port)
  --token-file FILE  file with a fixed token for --http; created if missing
                     (default: the variable SWITCHYARD_TOKEN, or else a new token at each start)
${ENDPOINT_HELP}
  --workspace DIR    folder that servers work on (default: the current folder)
  --state DIR        folder for stored state (default: a folder for this workspace in your home folder)
${JOURNAL_HELP}
  --servers FILE     servers in VS Code's mcp.json format; a relative path starts in the workspace
                     (default: .switchyard/servers.json)
  --import WHAT      import servers of other tools for this run: all, or a comma-separated list of vscode, mcp-json,
                     claude-code, cursor, windsurf, gemini, codex, claude-desktop, copilot, cline, roo, kilo, opencode,
                     qwen, zed, kiro, antigravity, lmstudio, amp, crush, goose, continue; their files are
                     only read, and your own servers override servers with the same name
  --approve WHAT     servers that can start without asking, separated by commas; for others, the client asks the
                     person if it can (elicitation), otherwise nothing starts
                     NAME               from the registry, from a --servers file outside the workspace, or imported
                                        from your files outside of it; never what workspace files define or contain
                     NAME@sha256:HASH   exactly this launch, whoever defines it, as --show-launches prints it
                     all                everything that a name can reach
                     none               nothing, and never ask
  --trust-workspace  also start what workspace files define (.switchyard/servers.json, imported .mcp.json, ...)
  --registry URL     address of the MCP registry to sync (default: https://registry.modelcontextprotocol.io)
  --show-launches    print what every server would run, with its hash, then exit
  --approve-calls WHAT
                     tools that can run without asking even if their server's entry sets require_approval: all, or
                     server and listed tool names separated by commas; for others, the client asks the person
                     if it can; none: never ask
  --accept-tools WHAT
                     tools that can be used even if they changed since they were first listed: all, none (default),
                     or server and listed tool names separated by commas; a tool whose text looks designed to
                     mislead an agent must be named itself
  --core ID,...      servers that are on in every session and that agents can't turn off; approved ones start
                     immediately if their tools are not known yet
${LIMITS_HELP}
  --model-endpoint URL    OpenAI-compatible API for LLM rounds, over --http and in plans
  --model-key-file FILE   its key (default: SWITCHYARD_MODEL_KEY)
  --embeddings URL   base URL of an OpenAI-compatible embedding API that re-ranks search results, e.g.
                     http://localhost:11434/v1; requests and server descriptions are sent to it; a key is read from
                     SWITCHYARD_EMBEDDINGS_KEY
  --embeddings-model NAME
                     the model to use there, e.g. nomic-embed-text
  --telemetry URL    send traces and durations of tool calls to this OpenTelemetry collector (OTLP over HTTP), e.g.
                     http://localhost:4318; env: the one in OTEL_EXPORTER_OTLP_ENDPOINT; headers are read from
                     OTEL_EXPORTER_OTLP_HEADERS (default: nothing is measured or sent)
  --telemetry-sample-percent N
                     share of the traces that are sent (default 100)
  --telemetry-content
                     send arguments and results of calls too
  --allow-restore    let agents restore the files of a recorded task without asking
  --settle-restores finish|undo
                     finish or undo restores that a crash interrupted
  --sign-in NAME     sign in to a server in your browser, then exit; --sign-out NAME signs out; for a server that
                     only LLM rounds name, with --server-url URL
  --enable-FEATURE   turn on a built-in feature in every session, e.g. --enable-blackboard; available:
${wrapped(FEATURES.map(feature => flagOf(feature).replace('enable-', '')))}
  --help, --version

Credentials come from the environment, or from credentials.json in the state folder, readable only by you:
{"<server>": {"<KEY>": "value"}}. A server that the workspace defines gets only the credentials under its own
"<server>@<tag>", which switchyard approve prints.`;

const FEATURE_OPTIONS = Object.fromEntries(
  FEATURES.map(feature => [flagOf(feature), { type: 'boolean' as const }]),
);

/** Reads the command line. @throws {Refusal} bad-arguments */
export function readArguments(argv: readonly string[]): Invocation {
  const [verb] = argv;
  if (verb === 'connect' && argv.length === 1) return { type: 'connect' };
  if (verb === 'approve' || verb === 'revoke' || verb === 'accept') return approvalOf(verb, argv.slice(1));
  if (verb === 'registry') return registryOf(argv.slice(1));
  const { values } = parsed(argv, false);
  if (values.help) return { type: 'help', text: HELP };
  if (values.version) return { type: 'version' };
  if (values.stdio && values.http) throw bad('Use --stdio or --http, not both.');
  if (values.port !== undefined && !values.http) throw bad('--port requires --http.');
  const { 'token-file': tokenFile } = values;
  if (tokenFile !== undefined && !values.http) throw bad('--token-file requires --http.');
  if (values['model-key-file'] !== undefined && values['model-endpoint'] === undefined)
    throw bad('--model-key-file requires --model-endpoint.');
  const place = placeOf(values);
  if (values.registry !== undefined) throw bad('--registry requires switchyard registry sync.');
  if (values['show-launches']) return { type: 'show-launches', ...place };
  const signIn = signInOf(values);
  if (signIn !== undefined) return { ...signIn, ...place };
  return {
    type: 'serve',
    transport: values.http ? 'http' : 'stdio',
    port: portOf(values.port),
    tokenFile,
    endpoint: endpointGiven(values),
    ...place,
    approvals: launchesOf(values.approve),
    asksAboutLaunches: values.approve !== 'none',
    trustsWorkspace: values['trust-workspace'] ?? false,
    callApprovals: approvalsOf('approve-calls', values['approve-calls']),
    asksAboutCalls: values['approve-calls'] !== 'none',
    toolAcceptances: approvalsOf('accept-tools', values['accept-tools']),
    mayRestore: values['allow-restore'] ?? false,
    settleRestores: wayOf(values['settle-restores']),
    retentionDays: numberOf('journal.retentionDays', values),
    registryPort: numberOf('mcpRegistry.servePort', values),
    journal: journalOf(values),
    limits: limitsOf(values),
    modelEndpoint: modelEndpointOf(values['model-endpoint']),
    modelKeyFile: values['model-key-file'],
    embeddings: embeddingsOf(values.embeddings, values['embeddings-model']),
    telemetry: telemetryOf(values, process.env),
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
  if (values.help) return { type: 'help', text: commandHelp(HELP, type, PLACES) };
  const stray = Object.keys(values).find(name => !PLACES.has(name));
  if (stray !== undefined) throw bad(`switchyard ${type} takes no --${stray}.`);
  if (type === 'accept') return { type, tools: positionals, ...placeOf(values) };
  if (positionals.length === 0) throw bad(`Name the servers: switchyard ${type} NAME.`);
  return { type, servers: positionals, ...placeOf(values) };
}

/** `registry` with what is to be done. */
function registryOf(argv: readonly string[]): Invocation {
  const { values, positionals } = parsed(argv, true);
  const options = new Set([...PLACES, 'registry']);
  if (values.help) return { type: 'help', text: commandHelp(HELP, 'registry', options) };
  const [verb, what = '', ...more] = positionals;
  if (verb !== 'sync' && verb !== 'clear')
    throw bad('Use switchyard registry sync or switchyard registry clear.');
  if (more.length > 0 || (verb === 'clear' && what !== ''))
    throw bad(`switchyard registry ${verb} takes one name at most.`);
  const stray = Object.keys(values).find(name => !options.has(name));
  if (stray !== undefined) throw bad(`switchyard registry takes no --${stray}.`);
  return { type: 'registry', verb, what, registry: values.registry, ...placeOf(values) };
}

/** Options that say where the program works. */
const PLACES: ReadonlySet<string> = new Set(['workspace', 'state', 'servers', 'import']);

function parsed(argv: readonly string[], allowPositionals: boolean) {
  try {
    const { values, positionals } = parseArgs({
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
        import: LIST,
        registry: { type: 'string' },
        approve: LIST,
        'trust-workspace': { type: 'boolean' },
        'show-launches': { type: 'boolean' },
        'approve-calls': LIST,
        'accept-tools': LIST,
        'allow-restore': { type: 'boolean' },
        'settle-restores': { type: 'string' },
        core: LIST,
        'model-endpoint': { type: 'string' },
        'model-key-file': { type: 'string' },
        embeddings: { type: 'string' },
        'embeddings-model': { type: 'string' },
        telemetry: { type: 'string' },
        'telemetry-content': { type: 'boolean' },
        ...ENDPOINT_OPTIONS,
        ...JOURNAL_OPTIONS,
        ...LIMIT_OPTIONS,
        ...SIGN_IN_OPTIONS,
        ...FEATURE_OPTIONS,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
    return { values: checkedPaths(joinedLists(values)), positionals };
  } catch (error) {
    if (Refusal.is(error)) throw error;
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

/** @throws {Refusal} bad-arguments */
function modelEndpointOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const problem = addressProblem(url, 'model endpoint');
  if (problem !== undefined) throw bad(problem);
  return url;
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

function approvalsOf(flag: string, text: string | undefined): Approvals {
  if (text === undefined || text === 'none') return 'none';
  if (text === 'all') return 'all';
  return namesOf(flag, text);
}

function launchesOf(text: string | undefined): Approvals {
  const approvals = approvalsOf('approve', text);
  if (typeof approvals === 'string') return approvals;
  const wrong = approvals.find(name => name.includes('@') && !LAUNCH.test(name));
  if (wrong !== undefined)
    throw bad(
      `--approve: "${oneLine(wrong, 80)}" is not a launch. Use NAME@sha256:HASH with a hash of 64 digits.`,
    );
  return approvals;
}

function toolsOf(text: string | undefined): readonly ImportTool[] {
  if (text === 'all') return IMPORT_TOOLS;
  const named = text === 'none' ? [] : namesOf('import', text);
  const unknown = named.find(name => !IMPORT_TOOLS.some(tool => tool === name));
  if (unknown !== undefined) {
    throw bad(`--import doesn't support "${oneLine(unknown, 40)}": use all, ${IMPORT_TOOLS.join(', ')}.`);
  }
  return IMPORT_TOOLS.filter(tool => named.includes(tool));
}

/** A list of names, without a word that means all or none of them. @throws {Refusal} bad-arguments */
function namesOf(flag: string, text: string | undefined): readonly string[] {
  const ids = idsOf(text);
  const word = ids.find(id => id === 'all' || id === 'none');
  if (word !== undefined) throw bad(`--${flag}: "${word}" stands alone.`);
  return ids;
}

function idsOf(text: string | undefined): readonly string[] {
  const ids = (text ?? '').split(',').map(id => id.trim());
  return ids.filter(id => id !== '');
}

function bad(message: string): Refusal {
  return new Refusal('bad-arguments', `${message} Run switchyard --help to see the options.`);
}
