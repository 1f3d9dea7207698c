import type { Core } from '../../core/core';
import type { LaunchRequest } from '../../core/gateway/launch/launchConsent';
import type { SessionNames } from '../words/sessionNames';
import type { StartFacts } from './modalConsent';

/** For whom a server is to start, and what its tools cost, as far as they are known before it runs. */
export function startFacts(
  { gateway }: Core,
  names: SessionNames,
  { server, session }: LaunchRequest,
): StartFacts {
  const asking = session === undefined ? undefined : gateway.session(session);
  const { tools, tokens } = gateway.environment().find(({ id }) => id === server) ?? {};
  return { tools, tokens, ...(asking === undefined ? {} : { chat: names.of(asking) }) };
}
