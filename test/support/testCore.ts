import { ALL_MODULES } from '../../src/modules/allModules';

import { SHIPPED_MEANINGS, SHIPPED_CONCEPTS } from './shippedData';
import { createHash } from 'node:crypto';
import type { CatalogSource } from '../../src/core/catalog/entry/ports';
import type { CatalogEntry, EntrySource } from '../../src/core/catalog/entry/entry';
import { type Core, createCore, durableDomains } from '../../src/core/core';
import type { CallAnswer, CallPrompt, CallRequest } from '../../src/core/gateway/calls/callApproval';
import type { LaunchAnswer, LaunchRequest } from '../../src/core/gateway/launch/launchConsent';
import { type GivenYes, NOTHING_GIVEN } from '../../src/core/gateway/launch/launchDecision';
import type { Caller } from '../../src/core/gateway/sessions/sessions';
import type { ToolQuestion } from '../../src/core/gateway/tools/withheldTools';
import { DEFAULT_GATEWAY_SETTINGS, type GatewaySettings } from '../../src/core/gateway/sessions/settings';
import type { ToolIndex } from '../../src/core/registry/toolIndex';
import type { ToolReviewer } from '../../src/core/trust/toolTrust';
import { runHistory } from '../../src/core/resources/runHistory';
import { LogTail } from '../../src/core/support/logTail';
import { Redactor } from '../../src/core/support/redactor';
import { Bus } from '../../src/core/journal/bus';
import type { Event } from '../../src/core/journal/event';
import { LiveJournal } from '../../src/core/journal/liveJournal';
import { builtInSource } from '../../src/mcp/builtInModules';
import { ALWAYS_ON } from '../../src/mcp/toolkit/moduleIds';
import { jsonSchemaCheck } from '../../src/node/upstream/jsonSchemaCheck';
import { sessionId } from '../../src/shared/ids';
import {
  MemoryCredentials,
  MemorySignIns,
  MemoryPrograms,
  MemorySource,
  MemorySwitches,
  surroundingsOf,
} from './catalogWorld';
import { FakePrograms } from './fakePrograms';
import { FakeServers } from './fakeServers';
import { FakeSnapshots } from './fakeSnapshots';
import { KeptLog } from './keptLog';
import { MemoryEventStore, type MemoryLog } from './memoryEventStore';
import { StoppedClock } from './stoppedClock';
// The doors of these modules become parts of `Core` with them.
import '../../src/modules/blackboard/module';
import '../../src/modules/knowledge/module';
import '../../src/modules/stigmergy/module';

interface TestCoreOptions {
  readonly entries?: readonly CatalogEntry[];
  /** Sources beside that of `entries`. */
  readonly sources?: readonly CatalogSource[];
  readonly settings?: Partial<GatewaySettings>;
  /** What was allowed before anybody asked. */
  readonly given?: GivenYes;
  /** The log of an earlier core, to see what a restart finds. */
  readonly log?: MemoryLog;
  /** Asks about all calls of a plan; where it is left out, each call asks. */
  readonly askPlan?: CallPrompt['askPlan'];
  /** Asks the person at a client about a changed tool; nobody is asked where the test does not say. */
  readonly toolQuestion?: ToolQuestion;
  /** What ships about tools of servers that never ran; nothing where the test does not say. */
  readonly toolIndex?: ToolIndex;
  /** Kind of source the entries are from. */
  readonly from?: EntrySource;
  /** Whether no folder is open. */
  readonly isEmptyWindow?: boolean;
  /** Ports of a host instead of those in memory. */
  readonly ports?: Partial<
    Pick<
      Parameters<typeof createCore>[0],
      'credentials' | 'switches' | 'toolsets' | 'livePrograms' | 'agents'
    >
  >;
}

/** A real core in a world that stands still: clock, processes, programs and the person are the test's. */
export interface TestCore extends Core {
  readonly clock: StoppedClock;
  readonly servers: FakeServers;
  readonly credentials: MemoryCredentials;
  readonly signIns: MemorySignIns;
  readonly programs: MemoryPrograms;
  readonly source: MemorySource;
  readonly switches: MemorySwitches;
  readonly store: MemoryEventStore;
  readonly log: KeptLog;
  /** What the person was asked. */
  readonly asked: LaunchRequest[];
  /** What the person was asked about calls. */
  readonly askedCalls: CallRequest[];
  /** What the person says; yes unless a test says otherwise. */
  person: {
    answer: (request: LaunchRequest) => Promise<boolean | LaunchAnswer>;
    answerCall: (request: CallRequest) => Promise<CallAnswer>;
  };
  /** What decides about withheld tools instead of a person: nothing unless a test says otherwise. */
  readonly reviewer: { accepts: ToolReviewer['accepts']; advice: ToolReviewer['advice'] };
  readonly settings: { -readonly [Key in keyof GatewaySettings]: GatewaySettings[Key] };
  readonly events: Event[];
}

export async function testCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const clock = new StoppedClock();
  const log = new KeptLog();
  const bus = new Bus(log);
  const store = new MemoryEventStore(options.log);
  const journal = await LiveJournal.open({
    domains: durableDomains(ALL_MODULES),
    history: runHistory(ALL_MODULES),
    store,
    clock,
    bus,
    log,
  });
  const events: Event[] = [];
  bus.subscribe(event => events.push(event));
  const servers = new FakeServers();
  const credentials = new MemoryCredentials();
  const signIns = new MemorySignIns();
  const source = new MemorySource(options.from ?? 'settings', ...(options.entries ?? []));
  const switches = new MemorySwitches();
  let lastId = 0;
  const asked: LaunchRequest[] = [];
  const askedCalls: CallRequest[] = [];
  const reviewer: TestCore['reviewer'] = { accepts: () => false, advice: () => 'Ask the user.' };
  const person: TestCore['person'] = { answer: async () => true, answerCall: async () => 'once' };
  const programs = new MemoryPrograms('npx', 'node');
  const settings = { ...DEFAULT_GATEWAY_SETTINGS, ...options.settings };
  const core = await createCore({
    sources: [...(options.sources ?? []), source, builtInSource],
    credentials,
    signIns,
    switches,
    surroundings: surroundingsOf({ workspaceFolder: options.isEmptyWindow ? undefined : '/work' }),
    programs,
    meanings: SHIPPED_MEANINGS,
    concepts: SHIPPED_CONCEPTS,
    journal,
    bus,
    clock,
    random: () => 0,
    log,
    sha256: text => createHash('sha256').update(text).digest('hex'),
    connector: servers,
    checkSchema: jsonSchemaCheck(),
    ids: { next: () => `id-${++lastId}` },
    snapshots: new FakeSnapshots(clock),
    workspace: '/work',
    livePrograms: new FakePrograms('program'),
    settings: () => settings,
    alwaysOn: ALWAYS_ON,
    modules: ALL_MODULES,
    consent: {
      ask: async request => {
        asked.push(request);
        const answer = await person.answer(request);
        if (typeof answer !== 'boolean') return answer;
        return answer ? 'yes' : 'no';
      },
      given: options.given ?? NOTHING_GIVEN,
      adviceAfterNo: () => 'Ask the user.',
    },
    reviewer,
    ...(options.toolQuestion === undefined ? {} : { toolQuestion: options.toolQuestion }),
    toolIndex: options.toolIndex ?? { servers: () => new Map() },
    redactor: new Redactor(),
    logTail: new LogTail(log, clock),
    callPrompt: {
      ask: async request => {
        askedCalls.push(request);
        return await person.answerCall(request);
      },
      ...(options.askPlan === undefined ? {} : { askPlan: options.askPlan }),
      adviceAfterNo: () => 'Ask the user.',
    },
    ...options.ports,
  });
  return {
    ...core,
    clock,
    servers,
    credentials,
    signIns,
    programs,
    source,
    switches,
    store,
    log,
    asked,
    askedCalls,
    person,
    reviewer,
    settings,
    events,
  };
}

/** A chat of VS Code: all of them share one connection. */
export function chat(name: string): Caller {
  return { session: sessionId(name), isConversation: true, connection: 'window', host: 'Visual Studio Code' };
}

/** A client that names no chats. */
export function client(name: string): Caller {
  return { session: sessionId(name), isConversation: false, connection: name, host: name };
}

/** A signal that nobody pulls. */
export function noSignal(): AbortSignal {
  return new AbortController().signal;
}

/** Lets everything that waits for nothing but its turn run. */
export async function settle(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
}
