import { defineCommand } from './defineCommand';

export const undoRestore = defineCommand({
  id: 'switchyard.undoRestore',
  async run({ host }, argument) {
    const { takeBack } = await import('../restore/takeBack');
    await takeBack(await host.runtime(), argument);
  },
});
