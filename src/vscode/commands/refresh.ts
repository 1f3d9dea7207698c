import { defineCommand } from './defineCommand';

/** Reads the catalog's sources again, tries again what could not be started, and draws everything anew. */
export const refresh = defineCommand({
  id: 'switchyard.refresh',
  async run({ host, explorer }) {
    await host.current?.core.catalog.load();
    explorer.refresh();
  },
});
