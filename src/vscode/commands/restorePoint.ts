import { defineCommand } from './defineCommand';

export const restorePoint = defineCommand({
  id: 'switchyard.restorePoint',
  async run({ host, restoreQuestion }, argument) {
    const { restorePoint: restore } = await import('../restore/restorePoint');
    await restore(await host.runtime(), restoreQuestion, argument);
  },
});
