import { defineCommand } from './defineCommand';
import { switchServer } from './switchServer';

export const enableServer = defineCommand({
  id: 'switchyard.enableServer',
  async run({ host }, argument) {
    await switchServer(await host.runtime(), true, argument);
  },
});
