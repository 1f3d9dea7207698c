import { defineCommand } from './defineCommand';

export const restoreHunk = defineCommand({
  id: 'switchyard.restoreHunk',
  async run({ host, restoreQuestion }, argument) {
    const { restoreHunks } = await import('../restore/restoreHunks');
    await restoreHunks(await host.runtime(), restoreQuestion, argument);
  },
});
