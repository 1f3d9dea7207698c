import type { AgentAccess, AgentLaunch } from '../../../core/agents/agentLink';
import { childSession } from '../../../core/agents/childSession';
import { childEntry } from '../../../core/catalog/entry/childEntry';
import { folderOf } from '../../../core/catalog/launch/launchFolder';
import { runsWorkspaceCode } from '../../../core/catalog/launch/workspaceCode';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { personOf } from '../../../core/gateway/upstream/personOf';
import type { CallerClient } from '../../../core/gateway/upstream/upstream';
import type { ModuleParts } from '../../../core/resources/joinedModule';
import type { Disposable } from '../../../core/support/disposable';
import { canonicalJson } from '../../../core/support/json';
import type { ServerId, SessionId } from '../../../shared/ids';
import { type Budget, type Child, type ChildSpec, MAX_CHILDREN, MAX_DEPTH } from '../model/childTypes';
import { requireCeilings } from './ceilings';
import { GroupWatch } from './groupWatch';
import { LiveChild } from './liveChild';
import type { ChatOfChild } from './liveChildParts';
import { Repeats } from './repeats';

/** Ended children that are kept for whoever looks at them; older ones go by themselves (chosen here). */
const MAX_ENDED = 64;

/** What a child is to be; `folder` is a path within the workspace. */
export interface ChildWish extends Omit<ChildSpec, 'id' | 'launch' | 'depth'> {
  readonly id: string | undefined;
  readonly launch: Omit<AgentLaunch, 'cwd'> & { readonly folder: string | undefined };
  readonly isRecorded: boolean;
  /** `create` resolves when it is ready. Otherwise its state says whether it came up. */
  readonly isAwaited: boolean;
}

/** Opens an endpoint of our own for one child. `person`: who is asked there what a person has to answer. */
export type OpenAccess = (
  session: SessionId,
  name: string,
  person: () => CallerClient | undefined,
) => Promise<AgentAccess & Disposable>;

/** All children of this program. */
export class Roster implements Disposable {
  /** Requests with a key. */
  readonly repeats = new Repeats();
  readonly #parts: ModuleParts;
  readonly #openAccess: () => OpenAccess | undefined;
  readonly #children = new Map<string, LiveChild>();
  readonly #groups: GroupWatch;
  readonly #depths = new Map<SessionId, number>();
  /** Children that are being started: they take a place already. */
  #starting = 0;

  constructor(parts: ModuleParts, openAccess: () => OpenAccess | undefined) {
    this.#parts = parts;
    this.#openAccess = openAccess;
    this.#groups = new GroupWatch(parts, () => [...this.#children.values()]);
  }

  /** Newest first. */
  all(): readonly Child[] {
    return [...this.#children.values()].map(({ view }) => view).toReversed();
  }

  /** @throws {Refusal} E-CHILD-NOTFOUND */
  find(id: string): LiveChild {
    const child = this.#children.get(id);
    if (child !== undefined) return child;
    throw coordinationError('E-CHILD-NOTFOUND', {
      message: `No child has the ID ${oneLine(id, 60)}. Children end with the program that started them.`,
      hint: 'call child_status without child_id for all',
      details: { child_id: oneLine(id, 200) },
    });
  }

  /**
   * Starts a child once a person has agreed to its exact command.
   * @throws {Refusal} E-CHILD-LIMIT, E-CHILD-INVALID-INPUT, E-CHILD-UNAVAILABLE, E-CHILD-START, E-CHILD-PROTOCOL,
   * E-CHILD-TIMEOUT, launch-not-approved, and why a server could not be switched on for it
   */
  async create(wish: ChildWish, client: CallerClient | undefined, signal: AbortSignal): Promise<LiveChild> {
    const { agents, ids } = this.#parts;
    if (agents === undefined)
      throw coordinationError('E-CHILD-UNAVAILABLE', { message: 'No programs can be started here.' });
    const depth = (this.#depths.get(wish.parent) ?? 0) + 1;
    this.#requireRoom(wish, depth);
    this.#starting += 1;
    try {
      const { id = `child-${ids.next().slice(0, 8)}`, isRecorded, isAwaited, launch: asked, ...own } = wish;
      const rest = { ...own, toolsAllow: this.#toolsWithin(wish) };
      if (this.#children.get(id)?.hasEnded === false) throw taken(id);
      const { folder, ...launch } = asked;
      const placed = { ...launch, cwd: await agents.folder(folder) };
      const approved = await this.#approved({ ...rest, id, depth, launch: placed }, client, signal);
      const spec = { ...rest, id, depth, launch: approved };
      return await this.#start(spec, { isRecorded, isAwaited }, client, signal);
    } finally {
      this.#starting -= 1;
    }
  }

  /**
   * A child that `by` may decide about: a chat about any, a child only about those that it started, so about none that it is held to.
   * @throws {Refusal} E-CHILD-NOTFOUND, E-CHILD-LIMIT
   */
  governedBy(by: SessionId, id: string): LiveChild {
    const child = this.find(id);
    if (!this.#depths.has(by) || child.view.spec.parent === by) return child;
    throw coordinationError('E-CHILD-LIMIT', {
      message: `A child agent can do this only with children that it started. Nothing changed for ${id}.`,
      hint: 'ask the chat that you work for',
      details: { child_id: id },
    });
  }

  /** A child that `by` may end: as `governedBy`, and itself. @throws {Refusal} E-CHILD-NOTFOUND, E-CHILD-LIMIT */
  endedBy(by: SessionId, id: string): LiveChild {
    const child = this.find(id);
    return child.view.session === by ? child : this.governedBy(by, id);
  }

  /**
   * Changes what a child may use. What is exceeded already stops it now.
   * @throws {Refusal} E-CHILD-NOTFOUND, E-CHILD-LIMIT
   */
  limit(by: SessionId, id: string, budget: Budget): LiveChild {
    const child = this.governedBy(by, id);
    requireCeilings(budget);
    child.setBudget(budget);
    this.#groups.wake();
    return child;
  }

  /** Lets go of a child that has ended. @throws {Refusal} E-CHILD-NOTFOUND, E-CHILD-LIMIT, E-CHILD-STATE */
  forget(by: SessionId, id: string): void {
    if (!this.governedBy(by, id).hasEnded)
      throw coordinationError('E-CHILD-STATE', {
        message: `Child ${id} is still running.`,
        hint: 'call child_cancel or child_kill first',
        details: { child_id: id },
      });
    this.#children.delete(id);
  }

  /** Ends all of them. Resolves when nothing of them is left. */
  async stopAll(): Promise<void> {
    this.#groups.dispose();
    await Promise.all([...this.#children.values()].map(child => child.stop('The program ends.', true)));
  }

  dispose(): void {
    this.#groups.dispose();
    for (const child of this.#children.values()) void child.stop('The program ends.', true);
  }

  async #start(
    spec: ChildSpec,
    { isRecorded, isAwaited }: Pick<ChildWish, 'isRecorded' | 'isAwaited'>,
    client: CallerClient | undefined,
    signal: AbortSignal,
  ): Promise<LiveChild> {
    const { agents, gateway, ids, redactor } = this.#parts;
    if (agents === undefined) throw new Error('Programs can be started no more.');
    const session = childSession(spec.id, ids.next().slice(0, 8));
    const chat: ChatOfChild = { client: personOf(client) };
    const access = await this.#openAccess()?.(session, spec.id, () => chat.client);
    if (access !== undefined) redactor.add(access.token);
    this.#depths.set(session, spec.depth);
    const child = new LiveChild(spec, { ...this.#parts, agents, access, session, chat, isRecorded });
    void child.over.then(how => how === 'stopped' && this.#stopBelow(session));
    const earlier = this.#children.get(spec.id);
    this.#children.delete(spec.id);
    this.#children.set(spec.id, child);
    const caller = { session, isConversation: false, connection: session, host: spec.id };
    try {
      for (const server of spec.servers) await gateway.activate(caller, server, 'agent', signal, { client });
      const starting = child.start(isAwaited ? signal : new AbortController().signal);
      if (isAwaited) await starting;
      else starting.catch(() => undefined); // Its state and reason say so.
    } catch (error) {
      await child.stop('It was not started.', true);
      this.#children.delete(spec.id);
      if (earlier !== undefined) this.#children.set(spec.id, earlier);
      throw error;
    }
    this.#dropOldest();
    this.#groups.wake();
    return child;
  }

  /** Whoever stops a child means all that works for it. One that is done may have left work to others. */
  #stopBelow(session: SessionId): void {
    for (const child of this.#children.values())
      if (child.view.spec.parent === session)
        void child.stop('The child agent that started it was stopped.', true); // Never rejects.
  }

  /** Of the tools that are wished for, those that the child which starts it has itself. */
  #toolsWithin({ parent, toolsAllow }: ChildWish): readonly string[] | null {
    const starter = this.all().find(({ session }) => session === parent);
    const own = starter?.spec.toolsAllow ?? null;
    if (own === null || toolsAllow === null) return toolsAllow ?? own;
    return toolsAllow.filter(tool => own.includes(tool));
  }

  /** @throws {Refusal} E-CHILD-LIMIT */
  #requireRoom({ budget }: ChildWish, depth: number): void {
    const alive = [...this.#children.values()].filter(child => !child.hasEnded).length;
    if (alive + this.#starting >= MAX_CHILDREN)
      throw coordinationError('E-CHILD-LIMIT', {
        message: `${MAX_CHILDREN} children are running, which is the most there can be.`,
        hint: 'max_children_reached',
        details: { max_children: MAX_CHILDREN },
      });
    if (depth > MAX_DEPTH)
      throw coordinationError('E-CHILD-LIMIT', {
        message: 'A child of a child can start no children.',
        hint: 'max_depth_reached',
        details: { max_depth: MAX_DEPTH },
      });
    requireCeilings(budget);
  }

  /**
   * The launch, as a person agreed to it: shown whole as a server's, remembered by its hash. An ACP agent is told where to work, so
   * one that is fetched is started where no repository can put itself in its place.
   * @throws {Refusal} launch-not-approved
   */
  async #approved(
    { agent, protocol, launch }: ChildSpec,
    client: CallerClient | undefined,
    signal: AbortSignal,
  ): Promise<AgentLaunch> {
    const { gateway, sha256, workspace } = this.#parts;
    const { command, args, env, cwd, sandbox } = launch;
    const isKnown = agent !== null && Object.keys(env).length === 0 && sandbox !== 'permissive';
    const name = isKnown ? agent : sha256(canonicalJson([command, args])).slice(0, 12);
    const entry = childEntry(`child-${name}` as ServerId, isKnown);
    const bare = { type: 'stdio', command, args, env } as const;
    const isApart = protocol === 'acp' && folderOf(entry, bare, cwd).startsIn !== undefined;
    const shown = {
      ...bare,
      ...(isApart ? { startsIn: 'own-folder' as const } : { cwd }),
      ...(sandbox === 'permissive' ? { env: { ...env, '*': 'all variables of this environment' } } : {}),
    };
    const runsTheirs = runsWorkspaceCode(shown, workspace) ? { runsWorkspaceCode: true as const } : {};
    await gateway.children.requireLaunch(entry, { ...shown, shown, ...runsTheirs }, signal, client);
    return isApart ? { ...launch, startsApart: entry.id } : launch;
  }

  #dropOldest(): void {
    const ended = [...this.#children].filter(([, child]) => child.hasEnded);
    for (const [id] of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) this.#children.delete(id);
  }
}

function taken(id: string) {
  return coordinationError('E-CHILD-INVALID-INPUT', {
    message: `A child with the ID ${id} is running.`,
    hint: 'pass another child_id, or none',
    details: { child_id: id },
  });
}
