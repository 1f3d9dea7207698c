import { defineModule } from '../../mcp/toolkit/defineModule';
import { RESOURCE_TOOLS } from './tools/resourceTools';

/** Resources and events, as one manifest. */
export const resourcesModule = defineModule({
  id: 'resources',
  displayName: 'Resources and events',
  description:
    'Workflows, runs, boards and logs of Switchyard as resources, and the events that agents cause',
  toggles: ['enableResources', 'enableEventsBus'],
  isBulk: false,
  category: null,
  told: {},
  durable: null,
  tools: RESOURCE_TOOLS,
});
