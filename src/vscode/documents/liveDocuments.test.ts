import { expect, test, vi } from 'vitest';
import { documents, Uri } from '../../../test/support/fakeVscode';
import { WISH } from '../../../test/support/roundWorld';
import { commandWorld } from '../../../test/support/commandWorld';
import { anna } from '../../../test/support/gatewayWorld';
import { childWorld } from '../../../test/support/childWorld';
import { RoundBook } from '../../core/rounds/roundBook';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';
import { registerWorkflowDocuments } from './workflowDocument';
import { registerChildDocuments } from './childDocument';
import { registerEnvironmentDocument } from './environmentDocument';
import { registerPlanDocuments } from './planDocument';
import { registerRoundDocuments } from './roundDocument';

test.each([
  ['switchyard-round', registerRoundDocuments],
  ['switchyard-child', registerChildDocuments],
  ['switchyard-plan', registerPlanDocuments],
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

test('what a program calls itself is plain text on the page of the environment', async () => {
  const { core, sessionNames, activate } = await commandWorld();
  const host = '![seen](https://example.org/seen.png) <b>';
  await activate({ ...anna, isConversation: false, host }, 'files');
  const registered = registerEnvironmentDocument({
    onDidStart: () => ({ dispose: () => undefined }),
    runtime: async () => ({ core, sessionNames }),
  } as unknown as RuntimeHost);
  const uri = Uri.from({ scheme: 'switchyard-environment', path: '/x' });
  const page = await documents.providers
    .get('switchyard-environment')
    ?.provideTextDocumentContent(uri as never, undefined as never);
  expect(page).toContain(String.raw`- !\[seen\](https://example.org/seen.png) \<b\>`);
  registered.dispose();
});
