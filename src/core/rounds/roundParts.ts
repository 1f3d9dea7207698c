import type { Catalog } from '../catalog/catalog';
import type { Gateway } from '../gateway/gateway';
import type { Operations } from '../operations/operations';
import type { ToolRegistry } from '../registry/toolRegistry';
import type { Workflows } from '../workflow/workflows';
import type { Clock } from '../support/clock';
import type { IdSource } from '../support/ids';
import type { Toolbox } from '../toolbox/toolbox';
import type { ModelPort } from './modelPort';
import type { HostTools } from './hostTools';
import type { RoundBook } from './roundBook';
import type { RoundKeeper } from './roundKeeper';
import type { RoundPerson } from './roundPerson';
import type { RoundServers } from './roundServers';

/** What rounds stand on. */
export interface RoundParts {
  readonly gateway: Gateway;
  readonly toolbox: Toolbox;
  readonly operations: Operations;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly model: ModelPort;
  readonly catalog: Catalog;
  readonly registry: ToolRegistry;
  readonly servers: RoundServers;
  readonly keeper: RoundKeeper;
  readonly workflows: Workflows;
  /** Where people read of rounds, in a program that shows them. */
  readonly book?: RoundBook;
  /** Who is asked about calls, where somebody is there. */
  readonly approver?: RoundPerson;
  readonly hostTools?: HostTools;
}
