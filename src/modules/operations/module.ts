import { defineModule } from '../../mcp/toolkit/defineModule';
import { opCancel } from './tools/op_cancel';
import { opList } from './tools/op_list';

/** Operations, as one manifest. The tree itself is core's (`src/core/operations`): calls run whether this is on or not. */
export const operationsModule = defineModule({
  id: 'operations',
  displayName: 'Operations',
  description: 'Lists and cancels running calls in this session',
  words: {
    english:
      'cancel a call, cancel a tool call, cancel running call, stop a call, stop a running tool, abort a call, ' +
      'abort an operation, cancel operation, what is running, running operations, running tool calls, ' +
      'calls in progress, long running call, call that hangs, tool that hangs, tool takes too long',
    french:
      "annuler un appel, annuler un appel d'outil, arrêter un appel, interrompre un appel, " +
      'annuler une opération, opérations en cours, appels en cours, outil qui ne répond plus, appel trop long',
  },
  needs: [],
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
