import { defineCommand } from './defineCommand';
import { switchServer } from './switchServer';

export const disableServer = defineCommand({
  id: 'switchyard.disableServer',
  async run({ host }, argument) {
    await switchServer(await host.runtime(), false, argument);
  },
});
