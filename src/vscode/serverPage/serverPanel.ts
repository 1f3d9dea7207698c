import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { shownTools } from '../../core/gateway/tools/toolChoice';
import { Refusal } from '../../core/support/refusal';
import {
  type FieldValue,
  type ServerLook,
  type ServerTelling,
  serverWishOf,
} from '../../shared/serverPage/messages';
import type { ServerPicture } from '../../shared/serverPage/picture';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import type { PageParts, PagePanel } from '../webview/editorPages';
import { LiveWebview, type Standing } from '../webview/liveWebview';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';
import { type PageFacts, pagedServer, type PagedServer } from './serverFacts';
import { offersOf } from './serverOffers';
import { serverNoticeOf, serverPictureOf } from './serverPictureOf';
import { launchTextOf } from './setupPart';
import { readForm } from './toolForm';
import { toolNamed } from './toolsPart';
import { tryTool } from './toolTrial';

/** What a page stands on. */
export interface ServerPanelParts extends PageParts {
  /** Name of its server. */
  readonly server: string;
}

/** Whose events change what the page shows. */
const DRAWN: ReadonlySet<string> = new Set(['gateway', 'knownTools', 'launchApproval', 'toolPins']);

const NO_TRIAL: PageFacts['trial'] = { problems: new Map(), isRunning: false };

/** The page of one server: sends whole pictures while it is seen, and does what the last one offered. */
export class ServerPanel implements PagePanel {
  readonly #parts: ServerPanelParts;
  readonly #live: LiveWebview;
  readonly #owned: vscode.Disposable[] = [];
  #runtime: Runtime | undefined;
  #picture: ServerPicture | undefined;
  #look: ServerLook = { tab: 'tools', tool: '', chat: '' };
  #launch: PageFacts['launch'];
  /** What the launch was learnt of; another one means that it is to be learnt anew. */
  #learntOf = '';
  #approvals = 0;
  #trial: PageFacts['trial'] = NO_TRIAL;
  #call: AbortController | undefined;

  constructor(parts: ServerPanelParts) {
    this.#parts = parts;
    const { server, panel, host, log, extension, renew, recalled } = parts;
    panel.iconPath = new vscode.ThemeIcon('plug');
    this.#live = new LiveWebview({
      surface: panel,
      host,
      log,
      extension,
      renew,
      recalled,
      page: () => ({ file: 'serverPage', facts: { server } }),
      concerns: ({ stream }) => {
        if (stream === 'launchApproval') this.#approvals += 1;
        return DRAWN.has(stream);
      },
      picture: now => this.#draw(now),
      received: message => this.#received(message),
    });
  }

  reveal(): void {
    this.#parts.panel.reveal();
  }

  dispose(): void {
    this.#call?.abort();
    vscode.Disposable.from(this.#live, ...this.#owned.splice(0)).dispose();
  }

  #received(message: unknown): void {
    const wish = serverWishOf(message);
    switch (wish?.type) {
      case undefined:
        return this.#parts.log.warn('The page of a server sent what is no wish');
      case 'run':
        return this.#run(wish.command, wish.item);
      case 'list':
        return this.#settle(this.#list(wish.tool, wish.isListed));
      case 'try':
        return this.#settle(this.#try(wish.tool, wish.values));
      case 'cancel':
        return this.#call?.abort();
      case 'ready':
      case 'look': {
        const { tab, tool, chat } = wish;
        // Its form is to be filled in: a click on another server does not take that away.
        if (tool !== '') this.#parts.keep();
        if (tool !== this.#look.tool) {
          this.#call?.abort();
          this.#trial = NO_TRIAL;
        }
        this.#look = { tab, tool, chat };
        return wish.type === 'ready' ? this.#live.ready() : this.#live.ask();
      }
    }
  }

  #run(command: string, item: string): void {
    const offer = offersOf(this.#picture).find(each => each.command === command && each.item === item);
    if (offer === undefined) return;
    if (command === 'closePage') return this.#parts.panel.dispose();
    this.#live.run(command, offer.target);
  }

  /** What a wish of the page comes to: a refusal is told, the rest is a bug. */
  #settle(work: Promise<void>): void {
    work
      .catch((error: unknown) => {
        if (Refusal.is(error)) return notify('warning', refusalWords(error, editorWording()));
        this.#parts.log.error('The page of a server failed', { error: String(error) });
      })
      .finally(() => this.#live.ask());
  }

  #now(look = this.#look): PagedServer | undefined {
    const { server } = this.#parts;
    const runtime = this.#runtime;
    if (runtime === undefined) return undefined;
    const wording = editorWording(runtime.sessionNames);
    return pagedServer(runtime.core, server, look, this.#facts(runtime), wording);
  }

  /** The choice of **Choose Tools…**, by one tool, of the chat that the page shows: another may have been used last since. */
  async #list(tool: string, isListed: boolean): Promise<void> {
    const shown = this.#picture?.tools?.chat ?? '';
    const server = this.#now({ ...this.#look, chat: shown });
    const { chat, entry, core } = server ?? {};
    if (!server || chat?.id !== shown || !entry || !core) return;
    const tools = [...core.gateway.tools(entry.id), ...core.registry.moduleTools(entry.id)];
    const listed = new Set(
      shownTools(tools, chat.activations.get(entry.id)?.shown).map(({ definition }) => definition.name),
    );
    if (isListed) listed.add(tool);
    else listed.delete(tool);
    if (listed.size === 0) {
      const { t } = vscode.l10n;
      return notify('info', t('Nothing was changed: turn off "{0}" to list none of its tools.', entry.id));
    }
    const isWhole = tools.every(({ definition }) => listed.has(definition.name));
    await this.#runtime?.core.gateway.chooseTools(chat, entry.id, isWhole ? undefined : [...listed]);
  }

  async #try(tool: string, values: readonly FieldValue[]): Promise<void> {
    const server = this.#now();
    const runtime = this.#runtime;
    const definition = server && toolNamed(server, tool);
    if (!server || !runtime || !definition || this.#trial.isRunning) return;
    const { wording, entry } = server;
    const reading = readForm(definition.inputSchema, values, wording.t);
    if (!reading.fits) {
      this.#trial = { problems: reading.problems, isRunning: false };
      return;
    }
    const call = new AbortController();
    this.#call = call;
    this.#trial = { problems: new Map(), isRunning: true };
    this.#live.ask();
    let trial = NO_TRIAL;
    try {
      const result = await tryTool(runtime.core, entry.id, tool, reading.input, wording, call.signal);
      trial = { ...NO_TRIAL, result };
    } finally {
      // Who opened another tool meanwhile asks nothing of this one any more.
      if (this.#call === call) {
        this.#call = undefined;
        if (this.#look.tool === tool) this.#trial = trial;
      }
    }
  }

  #facts({ core, credentials, signIns }: Runtime): PageFacts {
    const entry = core.catalog.seen(this.#parts.server);
    if (entry !== undefined) this.#learnLaunch(core, entry);
    return {
      launch: this.#launch,
      stored: entry === undefined ? [] : credentials.keysOf(entry),
      isSignedIn: entry !== undefined && signIns.isKept(entry.id),
      trial: this.#trial,
    };
  }

  /** Resolving a launch reads the secret store: only where something changed that it depends on. */
  #learnLaunch({ gateway, catalog }: Runtime['core'], entry: CatalogEntry): void {
    const of = JSON.stringify([entry.launch, catalog.readiness(entry), this.#approvals]);
    if (of === this.#learntOf || entry.launch.type === 'native') return;
    this.#learntOf = of;
    const learnt = gateway.servers.launchOf(entry).then(
      ({ launch, isApproved }) => ({ text: launchTextOf(entry, launch), isApproved }),
      (error: unknown) => {
        if (!Refusal.is(error)) throw error;
        return undefined; // A key is missing, which the page says.
      },
    );
    this.#settle(learnt.then(launch => void (this.#launch = launch)));
  }

  #watch(runtime: Runtime): void {
    if (this.#runtime !== undefined) return;
    this.#runtime = runtime;
    const { server } = this.#parts;
    this.#owned.push(
      runtime.core.serverLogs.onDidWrite(written => {
        if (written.server === server && this.#look.tab === 'log') this.#live.ask();
      }),
      runtime.credentials.onDidChange(() => this.#live.ask()),
      runtime.signIns.onDidChange(() => this.#live.ask()),
    );
  }

  #draw({ runtime, failure }: Standing): ServerTelling | undefined {
    const wording = editorWording(runtime?.sessionNames);
    if (runtime) {
      this.#watch(runtime);
      const facts = this.#facts(runtime);
      this.#picture = serverPictureOf(runtime.core, this.#parts.server, this.#look, facts, wording);
    } else if (failure) this.#picture = serverNoticeOf(failure, wording);
    else return undefined; // It is starting.
    return { type: 'picture', picture: this.#picture };
  }
}
