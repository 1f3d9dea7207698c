import { defineCommand } from './defineCommand';

export const restoreTask = defineCommand({
  id: 'switchyard.restoreTask',
  async run({ host, restoreQuestion }, argument) {
    const { restoreFiles } = await import('../restore/restoreFiles');
    await restoreFiles(await host.runtime(), restoreQuestion, argument);
  },
});
