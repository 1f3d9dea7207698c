import { expect, test } from 'vitest';
import { PROGRAM } from '../../../test/support/nativeCalls';
import { chat, noSignal, testCore } from '../../../test/support/testCore';
import { addBuiltInTools } from '../../mcp/builtInModules';

async function calling() {
  const core = await testCore();
  addBuiltInTools(core, PROGRAM);
  return async (server: string, tool: string) =>
    await core.toolbox.call(chat('anna'), { server, tool }, {}, { signal: noSignal() });
}

test('takes a tool of ours under the names that can only have meant it, also where its server is named', async () => {
  const call = await calling();
  for (const name of ['mcp_environment', 'mcp-environment', 'orchestrator__mcp_environment'])
    expect(await call('orchestrator', name)).toHaveProperty('structuredContent.total');
});

test('says of a tool that a server of ours does not have that it has none, and which may be meant', async () => {
  const call = await calling();
  await expect(call('workflow', 'start_tsk')).rejects.toMatchObject({
    code: 'unknown-tool',
    message:
      '"workflow" has no tool "start_tsk". Did you mean "start_task"? Call mcp_list_tools to see its tools.',
  });
});
