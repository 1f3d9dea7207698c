import { defineModule } from '../../mcp/toolkit/defineModule';
import { opCancel } from './tools/op_cancel';
import { opList } from './tools/op_list';

/** Operations, as one manifest. The tree itself is core's (`src/core/operations`): calls run whether this is on or not. */
export const operationsModule = defineModule({
  id: 'operations',
  displayName: 'Operations',
  description: 'Lists the calls that are running in this session, and cancels them',
  toggles: ['enableCancellation'],
  isBulk: false,
  category: 'operation',
  told: {
    operationStarted: 'name operationKind parent',
    operationCancelRequested: 'name by',
    operationPaused: 'name',
    operationResumed: 'name',
    operationEnded: 'name outcome code',
  },
  durable: null,
  tools: [opList, opCancel],
});
