import { defineCommand } from './defineCommand';

export const collapseAll = defineCommand({
  id: 'switchyard.collapseAll',
  async run({ explorer }) {
    await explorer.tell('workflows', { type: 'collapseAll' });
  },
});
