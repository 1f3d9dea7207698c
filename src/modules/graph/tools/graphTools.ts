import type { Tool } from '../../../mcp/toolkit/defineTool';
import { graphBatchMutate } from './graph_batch_mutate';
import { graphDelete } from './graph_delete';
import { graphDiff } from './graph_diff';
import { graphLock } from './graph_lock';
import { graphMutate } from './graph_mutate';
import { graphPatch } from './graph_patch';
import { graphUnlock } from './graph_unlock';
import { txApply } from './tx_apply';
import { txBegin } from './tx_begin';
import { txCommit } from './tx_commit';
import { txRollback } from './tx_rollback';

/** The tools of graphs, in the order they are listed. */
export const GRAPH_TOOLS: readonly Tool[] = [
  graphMutate,
  graphBatchMutate,
  graphDiff,
  graphPatch,
  graphLock,
  graphUnlock,
  txBegin,
  txApply,
  txCommit,
  txRollback,
  graphDelete,
];
