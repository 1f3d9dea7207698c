import type { Tool } from '../../../mcp/toolkit/defineTool';
import { eventsSubscribe } from './events_subscribe';
import { logsTail } from './logs_tail';
import { resourcesList } from './resources_list';
import { resourcesRead } from './resources_read';
import { resourcesWatch } from './resources_watch';

/** The tools of the module, in the order they are listed. */
export const RESOURCE_TOOLS: readonly Tool[] = [
  resourcesList,
  resourcesRead,
  resourcesWatch,
  eventsSubscribe,
  logsTail,
];
