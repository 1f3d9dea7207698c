import { expect, test, vi } from 'vitest';
import { documents, Uri } from '../../../test/support/fakeVscode';
import { WISH } from '../../../test/support/roundWorld';
import { commandWorld } from '../../../test/support/commandWorld';
import { entryOf } from '../../../test/support/catalogWorld';
import { toolNamed } from '../../../test/support/fakeServers';
import { anna } from '../../../test/support/gatewayWorld';
import { settle } from '../../../test/support/testCore';
import { childWorld } from '../../../test/support/childWorld';
import { RoundBook } from '../../core/rounds/roundBook';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';
import { registerWorkflowDocuments } from './workflowDocument';
import { registerChildDocuments } from './childDocument';
import { registerEntryDocuments } from './entryDocument';
import { registerEnvironmentDocument } from './environmentDocument';
import { registerPlanDocuments } from './planDocument';
import { registerRoundDocuments } from './roundDocument';

test.each([
  ['switchyard-round', registerRoundDocuments],
  ['switchyard-child', registerChildDocuments],
  ['switchyard-plan', registerPlanDocuments],
  ['switchyard-entry', registerEntryDocuments],
  ['switchyard-environment', registerEnvironmentDocument],
  ['switchyard-workflow', registerWorkflowDocuments],
] as const)('a document that opened late is looked at again: %s', async (scheme, register) => {
  const { core } = await childWorld();
  const book = new RoundBook(core);
  book.open('r1', WISH);
  const runtime = { core, rounds: { book } } as unknown as Runtime;
  const host = {
    onDidStart: () => ({ dispose: () => undefined }),
    runtime: async () => runtime,
  } as unknown as RuntimeHost;
  const registered = register(host);
  const looks = vi.fn<(uri: unknown) => void>();
  documents.providers.get(scheme)?.onDidChange?.(looks);
  const uri = Uri.from({ scheme, path: '/x', query: 'r1' });
  documents.opened.fire({ uri: Uri.from({ scheme: 'file', path: '/x' }) });
  expect(looks).not.toHaveBeenCalled();
  documents.opened.fire({ uri });
  expect(looks.mock.calls).toEqual([[uri]]);
  registered.dispose();
});

/** Markup that a program, or whoever writes to the repository, may want to see drawn. */
const MARKUP = '![seen](https://example.org/seen.png) <b>';
const PLAIN = String.raw`!\[seen\](https://example.org/seen.png) \<b\>`;

test('what a program calls itself, and what a repository writes, is plain text on the page of the environment', async () => {
  const { core, servers, sessionNames, activate } = await commandWorld();
  servers.servers.get('files')!.tools = Array.from({ length: 60 }, (_, i) => toolNamed(`read${i}`));
  await activate({ ...anna, isConversation: false, host: MARKUP }, 'files');
  // A servers file with a field of that name.
  const message = `"${MARKUP}" is no field of a server, so it is not read.`;
  core.source.change([entryOf('files')], [{ origin: `/work/${MARKUP}/servers.json`, line: 1, message }]);
  const registered = registerEnvironmentDocument({
    onDidStart: () => ({ dispose: () => undefined }),
    runtime: async () => ({ core, sessionNames }),
  } as unknown as RuntimeHost);
  const uri = Uri.from({ scheme: 'switchyard-environment', path: '/x' });
  const provided = documents.providers.get('switchyard-environment');
  await settle();
  const page = await provided?.provideTextDocumentContent(uri as never, undefined as never);
  // Among the chats, and in a warning of its tools.
  expect(page?.split(`- ${PLAIN}, `)).toHaveLength(3);
  expect(page).toContain(`- /work/${PLAIN}/servers.json:1: "${PLAIN}" is no field`);
  expect(page).not.toContain(MARKUP);
  registered.dispose();
});
