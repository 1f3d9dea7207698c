import type { Catalog } from '../catalog/catalog';
import type { Gateway } from '../gateway/gateway';
import type { Operations } from '../operations/operations';
import type { ToolRegistry } from '../registry/toolRegistry';
import type { Clock } from '../support/clock';
import type { IdSource } from '../support/ids';
import type { Toolbox } from '../toolbox/toolbox';
import type { ModelPort } from './modelPort';
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
}
