import { defineCommand } from './defineCommand';

export const openSharedState = defineCommand({
  id: 'switchyard.openSharedState',
  async run({ sharedState }) {
    await sharedState.open();
  },
});
