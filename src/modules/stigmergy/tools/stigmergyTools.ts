import type { Tool } from '../../../mcp/toolkit/defineTool';
import { stigBatch } from './stig_batch';
import { stigDecay } from './stig_decay';
import { stigMark } from './stig_mark';
import { stigSnapshot } from './stig_snapshot';

/** Trails: leave them, let them fade, look at them. */
export const STIGMERGY_TOOLS: readonly Tool[] = [stigMark, stigBatch, stigDecay, stigSnapshot];
