import type { Tool } from '../../../mcp/toolkit/defineTool';
import { bbBatchSet } from './bb_batch_set';
import { bbDelete } from './bb_delete';
import { bbGet } from './bb_get';
import { bbQuery } from './bb_query';
import { bbSet } from './bb_set';
import { bbWatch } from './bb_watch';

/** The module's tools, in the order they are listed. */
export const BLACKBOARD_TOOLS: readonly Tool[] = [bbSet, bbBatchSet, bbGet, bbQuery, bbWatch, bbDelete];
