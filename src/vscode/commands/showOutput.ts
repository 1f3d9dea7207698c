import { defineCommand } from './defineCommand';

export const showOutput = defineCommand({
  id: 'switchyard.showOutput',
  async run({ output }) {
    output.show();
  },
});
