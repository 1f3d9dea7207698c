import type { CallerClient } from './upstream';

/** The client whose person is asked what this one can't decide: of a child agent, that of its chat; undefined where there is none. */
export function personOf(client: CallerClient | undefined): CallerClient | undefined {
  return client?.person === undefined ? client : client.person();
}
