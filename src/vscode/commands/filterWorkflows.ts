import { defineCommand } from './defineCommand';

export const filterWorkflows = defineCommand({
  id: 'switchyard.filterWorkflows',
  async run({ explorer }) {
    await explorer.tell('workflows', { type: 'focusSearch' });
  },
});
