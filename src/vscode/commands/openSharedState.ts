import { defineCommand } from './defineCommand';

export const openSharedState = defineCommand({
  id: 'switchyard.openSharedState',
  async run({ pages }) {
    await pages.sharedState.open('workspace');
  },
});
