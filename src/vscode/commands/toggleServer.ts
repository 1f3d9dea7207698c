import { namedSession } from '../picks/named';
import { namedServer } from '../picks/pickServer';
import { pickSession } from '../picks/pickSession';
import { toggle, toggleInPick } from './togglePick';
import { turnOnServer } from './turnOnServer';
import { defineCommand } from './defineCommand';

export const toggleServer = defineCommand({
  id: 'switchyard.toggleServer',
  async run(context, argument) {
    const runtime = await context.host.runtime();
    const named = namedServer(argument);
    // Where there is no chat yet, the next one gets what is chosen.
    if (runtime.core.gateway.sessions().length === 0) return await turnOnServer.run(context, argument);
    const isAsked = namedSession(argument) === undefined && runtime.core.gateway.sessions().length > 1;
    const session = await pickSession(runtime, argument, named === undefined);
    if (!session) return;
    if (named !== undefined) await toggle(runtime, session, named);
    else await toggleInPick(runtime, session, isAsked);
  },
});
