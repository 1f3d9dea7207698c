import type { ConceptRow } from '../catalog/search/conceptRow';
import type { Bus } from '../journal/bus';
import type { Domain } from '../journal/domain';
import type { AnyDomain, AnyFact } from '../journal/slot';
import type { Journal } from '../journal/journal';
import type { Clock, Instant } from '../support/clock';
import type { Gateway } from '../gateway/gateway';
import type { Operations } from '../operations/operations';
import type { Disposable } from '../support/disposable';
import type { IdSource } from '../support/ids';
import type { Random } from '../support/random';
import type { Toolbox } from '../toolbox/toolbox';
import type { LivePrograms } from '../workflow/model/livePrograms';
import type { Log } from '../support/log';
import type { AgentLinks } from '../agents/agentLink';
import type { Sha256 } from '../support/hash';
import type { Redactor } from '../support/redactor';
import type { Workflows } from '../workflow/workflows';
import type { ResourceKind } from './resourceKind';
import type { ToldFields } from './sharedFields';

/** The doors that modules open on their states, by module id: each durable module adds its own (`declare module`). */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is filled from outside
export interface ModuleDoors {}

/** What the door of a durable module may use. */
export interface ModuleParts {
  readonly journal: Journal;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: IdSource;
  readonly random: Random;
  /** Key of the workspace: a journal may be shared by several. */
  readonly workspace: string;
  readonly livePrograms: LivePrograms;
  readonly gateway: Gateway;
  readonly operations: Operations;
  readonly toolbox: Toolbox;
  readonly workflows: Workflows;
  readonly redactor: Redactor;
  readonly sha256: Sha256;
  /** Undefined where no programs can be started. */
  readonly agents: AgentLinks | undefined;
  /** The doors of all modules, once they are open. */
  readonly doors: () => ModuleDoors;
}

/** A run of a module, such as that of a plan: what happened in it is told as `sc://runs/<id>/events`. */
export interface ModuleRun {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly startedAt: Instant;
}

/** Where a module has runs. */
export interface ModuleRuns<Door> {
  /** The newest first. */
  readonly all: (door: Door) => readonly ModuleRun[];
  /** Whether a run is still stored: as long as it is, so are its events. */
  readonly isKept: (run: string, read: Journal['read']) => boolean;
}

/** A state that a module keeps in the journal. */
export interface Durable<Door = unknown> {
  /** Null where its state ends with the program. */
  readonly domain: AnyDomain | null;
  /** Opens the one door to the state; it is disposed of with core where it can be. */
  readonly open: (parts: ModuleParts) => Door;
  /** What lists it under `sc://`; null where nothing does. */
  readonly resourceKind: ((door: Door) => ResourceKind | readonly ResourceKind[]) | null;
  readonly runs?: ModuleRuns<Door>;
}

/** The part of a module that core joins. */
export interface JoinedModule {
  readonly id: string;
  /** What people say who look for it: phrases apart by commas. Null where the words of another module lead to it. */
  readonly words: { readonly english: string; readonly french: string } | null;
  /** The fields that its events tell, by kind. */
  readonly told: ToldFields;
  /** The word that its events are filtered by; null where it causes none. */
  readonly category: string | null;
  readonly durable: Durable<never> | Durable | null;
}

/** The state of a module; a kind of fact that tells no fields does not compile. */
export function durable<State, Wish, Fact extends AnyFact, Door>(spec: {
  readonly domain: Domain<State, Wish, Fact>;
  readonly told: { readonly [Kind in Fact['type']]: string };
  readonly open: (parts: ModuleParts) => Door;
  readonly resourceKind: ((door: Door) => ResourceKind | readonly ResourceKind[]) | null;
  readonly runs?: ModuleRuns<Door>;
}): { readonly told: ToldFields; readonly durable: Durable } {
  // What opens a door is what reads it: the type of the door is of no interest outside.
  return { told: spec.told, durable: spec as unknown as Durable };
}

/** A state of a module that ends with the program. */
export function passing<Door>(spec: {
  readonly told: ToldFields;
  readonly open: (parts: ModuleParts) => Door;
  readonly resourceKind: ((door: Door) => ResourceKind | readonly ResourceKind[]) | null;
}): { readonly told: ToldFields; readonly durable: Durable } {
  return { told: spec.told, durable: { ...spec, domain: null } as unknown as Durable };
}

/** What people ask for who want one of these modules. */
export function conceptsOf(modules: readonly JoinedModule[]): readonly ConceptRow[] {
  return modules.flatMap(({ id, words }) =>
    words === null ? [] : [[id, id, words.english, words.french] as const],
  );
}

/** The states that these modules keep. */
export function domainsOf(modules: readonly JoinedModule[]): readonly AnyDomain[] {
  return modules.flatMap(module => module.durable?.domain ?? []);
}

/** What the events of all these modules tell. */
export function toldBy(modules: readonly JoinedModule[]): ToldFields {
  return Object.assign({}, ...modules.map(({ told }) => told)) as ToldFields;
}

/** Opened doors, and what lists them. */
interface OpenedModules extends Disposable {
  readonly doors: ModuleDoors;
  readonly kinds: readonly ResourceKind[];
  /** The runs of all modules. */
  readonly runs: () => readonly ModuleRun[];
}

/** Opens the door of each durable module. */
export function openModules(
  modules: readonly JoinedModule[],
  given: Omit<ModuleParts, 'doors'>,
): OpenedModules {
  const doors = {} as ModuleDoors;
  const parts: ModuleParts = { ...given, doors: () => doors };
  const opened = modules.flatMap(({ id, durable: kept }) => {
    if (kept === null) return [];
    const { open, resourceKind, runs } = kept as Durable;
    const door = open(parts);
    return [{ id, door, kind: resourceKind?.(door), runs }];
  });
  Object.assign(doors, Object.fromEntries(opened.map(({ id, door }) => [id, door])));
  return {
    doors,
    kinds: opened.flatMap(({ kind }) => kind ?? []),
    runs: () => opened.flatMap(({ door, runs }) => runs?.all(door) ?? []),
    dispose() {
      for (const { door } of opened) (door as Partial<Disposable>).dispose?.();
    },
  };
}
