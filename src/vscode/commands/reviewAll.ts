import { defineCommand } from './defineCommand';

export const reviewAll = defineCommand({
  id: 'switchyard.reviewAll',
  async run({ pages }) {
    await pages.reviewStack.open('workspace');
  },
});
