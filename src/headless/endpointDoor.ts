import { join } from 'node:path';
import type { ConsentPrompt } from '../core/gateway/launch/launchConsent';
import type { ToolQuestion } from '../core/gateway/tools/withheldTools';
import type { Log } from '../core/support/log';
import type { Tracer } from '../core/support/tracer';
import { limitsOfScopes, type Scope, SCOPES } from '../core/toolbox/scopes';
import type { Core } from '../core/core';
import { type EndpointUser, UserConnections, type UserConnectionsParts } from '../mcp/http/userConnections';
import type { LoopbackHandler, LoopbackReply } from '../shared/httpExchange';
import type { HttpInfo } from '../mcp/toolkit/productInfo';
import { AccessTokens } from '../node/endpoint/accessTokens';
import { CallRate } from '../node/endpoint/callRate';
import { EndpointMetrics } from '../node/endpoint/endpointMetrics';
import { type Admission, type Page, startEndpointServer } from '../node/endpoint/endpointServer';
import { journalReady } from '../node/endpoint/journalReady';
import { systemClock } from '../node/machine/systemClock';
import { type EndpointPlan, endpointPlan } from './endpointPlan';
import { beginsSomething, OpenCalls } from './openCalls';
import { endpointPages, refusal, RESOURCE, RETRY } from './endpointPages';
import { missingScope, scopesWith } from './endpointScopes';
import type { EndpointGiven } from './options/endpointOptions';

const ADMINISTER: Scope = 'switchyard:administer';

const STOPPING = 'Switchyard is shutting down.';
const NO_KEYS = 'The keys of the issuer cannot be fetched.';

/** What runs while the endpoint is open. */
export interface EndpointServing {
  readonly port: number;
  readonly stateFolder: string;
  readonly log: Log;
  readonly onListening: (http: HttpInfo) => void;
  /** Says under which address people reach it, and where it listens. */
  readonly say: (line: string) => void;
}

/** A user as a token tells of them. */
interface KnownUser extends EndpointUser {
  /** When the token ends, in milliseconds since the epoch. */
  readonly expiresMs: number;
}

/** An endpoint that many people share, behind the authorization server of their organization. */
export class EndpointDoor {
  readonly plan: EndpointPlan;
  readonly #tokens: AccessTokens;
  readonly #rate: CallRate;
  readonly #metrics = new EndpointMetrics(systemClock);
  readonly #calls = new OpenCalls();
  #users: UserConnections | undefined;
  #origin = '';
  #hosts: ReadonlySet<string> | undefined;

  /** @throws {Refusal} bad-arguments */
  constructor(given: EndpointGiven) {
    this.plan = endpointPlan(given);
    this.#tokens = new AccessTokens(this.plan);
    this.#rate = new CallRate(this.plan.callsPerMinute, systemClock);
  }

  /** Counts calls beside another tracer. */
  tracer(other: Tracer): Tracer {
    return this.#metrics.tracer(other);
  }

  /** Asks only administrators about what is started here: it runs with the rights of this program. */
  consent(prompt: ConsentPrompt): ConsentPrompt {
    const ask: ConsentPrompt['ask'] = async (request, signal) =>
      request.client !== undefined && this.#administers(request.client.session)
        ? await prompt.ask(request, signal)
        : 'unasked';
    return { ...prompt, ask };
  }

  /** Asks only administrators about tools that changed: what they accept holds for everybody. */
  toolQuestion(question: ToolQuestion): ToolQuestion {
    return async (message, client, signal) =>
      this.#administers(client.session) && (await question(message, client, signal));
  }

  /** Serves until the signal comes, then until running calls have ended or their time is up. @throws {Refusal} port-taken */
  async serve(parts: UserConnectionsParts, serving: EndpointServing, signal: AbortSignal): Promise<void> {
    const { core } = parts;
    // What goes on after its session ended, such as a plan, may do no more than anybody who works here.
    core.toolbox.limitOthers(limitsOfScopes(new Set<Scope>(['switchyard:read', 'switchyard:work'])));
    const users = new UserConnections(parts);
    this.#users = users;
    const { host, publicOrigin } = this.plan;
    const journal = join(serving.stateFolder, 'journal.db');
    const isWritable = journalReady(journal, () => systemClock.monotonicMs());
    const server = await startEndpointServer({
      host,
      port: serving.port,
      log: serving.log,
      origin: () => this.#origin,
      hosts: () => this.#hosts,
      pages: endpointPages({
        origin: () => this.#origin,
        issuer: this.plan.issuer,
        problem: async () => await this.#problem(core, isWritable),
        metrics: async token => await this.#metricsFor(token),
      }),
      admit: async (token, method) => await this.#admit(token, method, core, users),
      onRefused: reason => this.#metrics.refused(reason),
    });
    const shown = host.includes(':') ? `[${host}]` : host;
    this.#origin = publicOrigin ?? `http://${shown}:${server.port}`;
    // A proxy may name it as it likes, and looks at names itself.
    if (publicOrigin === undefined)
      this.#hosts = new Set([`${shown}:${server.port}`, `localhost:${server.port}`]);
    serving.onListening({ enabled: true, host, port: server.port, path: '/mcp' });
    const listening = `${shown}:${server.port}`;
    serving.say(JSON.stringify({ url: `${this.#origin}/mcp`, issuer: this.plan.issuer, listening }));
    await new Promise<void>(end => {
      if (signal.aborted) end();
      else signal.addEventListener('abort', () => end(), { once: true });
    });
    await this.#calls.drain(this.plan.shutdownMs);
    await users.close();
    await server.close();
  }

  #administers(session: Parameters<UserConnections['has']>[0]): boolean {
    return this.#users?.has(session, ADMINISTER) ?? false;
  }

  async #admit(
    token: string | undefined,
    method: string,
    core: Core,
    users: UserConnections,
  ): Promise<Admission> {
    const user = await this.#userOf(token);
    if (!('sub' in user)) return user;
    if (!user.scopes.has('switchyard:read')) return this.#lacking('switchyard:read', user.scopes);
    if (method === 'POST') {
      const waitS = this.#rate.take(user.sub);
      if (waitS !== undefined) {
        this.#metrics.refused('rate');
        const words = `Rate limit exceeded: ${this.plan.callsPerMinute} requests per minute. Try again in ${waitS} s.`;
        return refusal(429, { 'retry-after': String(waitS) }, 'too_many_requests', words);
      }
    }
    const handler = this.#calls.counted(users.of(user));
    const handle: LoopbackHandler = async (request, reply) => {
      if (this.#calls.isDraining && (method === 'GET' || beginsSomething(request.body))) {
        this.#metrics.refused('stopping');
        return send(reply, refusal(503, RETRY, 'temporarily_unavailable', STOPPING));
      }
      const scope = missingScope(
        request.body,
        user.scopes,
        name => core.toolbox.own(name),
        name => core.toolbox.isModule(name),
      );
      if (scope === undefined) return await handler(request, reply);
      send(reply, this.#lacking(scope, user.scopes));
    };
    return { handle, listensUntilMs: user.expiresMs };
  }

  /** The user of a token, or the answer that whoever sent it gets. */
  async #userOf(token: string | undefined): Promise<KnownUser | Page> {
    const answer = token === undefined ? undefined : await this.#tokens.verify(token);
    if (answer?.type === 'user') {
      const { sub, scopes, expiresMs } = answer.user;
      return { sub, expiresMs, scopes: new Set(SCOPES.filter(scope => scopes.has(scope))) };
    }
    if (answer?.type === 'unavailable') {
      this.#metrics.refused('issuer');
      return refusal(503, RETRY, 'temporarily_unavailable', `${NO_KEYS} Try again in a moment.`);
    }
    this.#metrics.refused('token');
    const error = token === undefined ? [] : ['error="invalid_token"'];
    const headers = this.#challenge([...error, 'scope="switchyard:read switchyard:work"']);
    // Of a token that is refused, nobody learns why.
    const words = `A valid access token from ${this.plan.issuer} is required. Sign in there.`;
    return refusal(401, headers, token === undefined ? 'unauthorized' : 'invalid_token', words);
  }

  #lacking(scope: Scope, scopes: ReadonlySet<string>): Page {
    this.#metrics.refused('scope');
    const wanted = scopesWith(scope, scopes);
    const words = `The access token lacks the scope ${scope}. Sign in again with the scopes "${wanted}".`;
    const headers = this.#challenge(['error="insufficient_scope"', `scope="${wanted}"`]);
    return refusal(403, headers, 'insufficient_scope', words);
  }

  /** RFC 6750 and RFC 9728, as MCP 2025-11-25 has them. */
  #challenge(fields: readonly string[]): Readonly<Record<string, string>> {
    const metadata = `resource_metadata="${this.#origin}${RESOURCE}/mcp"`;
    return { 'www-authenticate': `Bearer ${[metadata, ...fields].join(', ')}` };
  }

  /** Why nobody should be sent here now. It names no path and no address: whoever asks may be anybody. */
  async #problem(core: Core, isWritable: () => string | undefined): Promise<string | undefined> {
    if (this.#calls.isDraining) return STOPPING;
    if (core.journal.readOnlyReason !== undefined) return 'The journal cannot be written.';
    const problem = isWritable();
    if (problem !== undefined) return problem;
    return (await this.#tokens.isReady()) ? undefined : NO_KEYS;
  }

  async #metricsFor(token: string | undefined): Promise<Page> {
    if (!this.plan.hasOpenMetrics) {
      const user = await this.#userOf(token);
      if (!('sub' in user)) return user;
      if (!user.scopes.has(ADMINISTER)) return this.#lacking(ADMINISTER, user.scopes);
    }
    const text = this.#metrics.text(this.#users?.count ?? 0);
    return { status: 200, text, headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } };
  }
}

function send(reply: LoopbackReply, { status, text = '', headers }: Page): void {
  reply.jsonText(status, text, headers);
}
