import { namedSession } from '../picks/named';
import { namedServer } from '../picks/pickServer';
import { pickSession } from '../picks/pickSession';
import { toggle, toggleInPick } from './togglePick';
import { defineCommand } from './defineCommand';

export const toggleServer = defineCommand({
  id: 'switchyard.toggleServer',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const named = namedServer(argument);
    const isAsked = namedSession(argument) === undefined && runtime.core.gateway.sessions().length > 1;
    const session = await pickSession(runtime, argument, named === undefined);
    if (!session) return;
    if (named !== undefined) await toggle(runtime, session, named);
    else await toggleInPick(runtime, session, isAsked);
  },
});
