import { AROUND } from '../../../test/support/aroundExplorer';
import { expect, test } from 'vitest';
import { childWorld, turns } from '../../../test/support/childWorld';
import { plainWording, textOfPicture } from '../../../test/support/pictureText';
import { childText } from '../words/childText';
import { pictureOf } from './pictureOf';
import '../../modules/plans/module';

test('child agents stand below the chats: those that run first, with what they do, how much is used, and what one can do', async () => {
  const { core, call, agents } = await childWorld();
  const drawn = () => textOfPicture(pictureOf(core, 'sessions', '', AROUND, plainWording));
  await call('child_create', { command: 'a', child_id: 'gone', record: false, restart: false });
  agents.last.exit(2);
  await call('child_create', {
    agent: 'opencode',
    child_id: 'busy',
    role: 'Writes docs',
    budget: { messages: 4, cpu_seconds: 5 },
  });
  const busy = agents.last;
  await call('child_send', { child_id: 'busy', payload: 'Go' });
  busy.say({ type: 'tool_call', title: 'Read](command:x) docs\nnow' });
  agents.use = new Map([[busy.pid, { memoryBytes: 0, cpuSeconds: 2.25 }]]);
  core.clock.advance(2_000);
  await turns();
  await call('child_create', { command: 'b', child_id: 'waits', record: false });
  for (let i = 0; i < 3; i += 1) {
    agents.last.exit(1);
    core.clock.advance(500);
    await turns();
  }
  expect(drawn()).toMatchInlineSnapshot(`
    "v layers Child Agents · Running: 2
        warning waits · paused after crashes · 12:00 [sendToChild, stopChild]
        play busy · running · Read](command:x) docs now · 12:00 45% [sendToChild, openChildChanges, stopChild]
        error gone · failed · 12:00 []"
  `);
  const [child] = core.children.all().filter(({ spec }) => spec.id === 'busy');
  const { log } = (await core.children.open()).find('busy');
  busy.say('plain', 'stderr');
  busy.say({ type: 'message', text: 'Hello\nthere' });
  busy.say({ type: 'ready', agent: 'Code', version: '1.2' });
  busy.say({ type: 'tool_call', id: 't1', title: 'Write a.md', status: 'pending' });
  busy.say({ type: 'tool_call_update', id: 't1', status: 'completed' });
  busy.say({ type: 'tool_call_update', id: 'unheard', status: 'failed' });
  busy.say({ type: 'usage', used: 1200, size: 8000 });
  busy.say({ type: 'mode', mode: 'plan' });
  expect(child && childText(child, log.after(0, 100), plainWording)).toMatchInlineSnapshot(`
    "busy · running · Writes docs
    opencode acp
    Budget: messages 1 / 4 · cpu_seconds 2.3 / 5

    12:00    tool: Read](command:x) docs now
    12:00  ! plain
    12:00    message: Hello there
    12:00    ready: Code 1.2
    12:00    tool: Write a.md (pending)
    12:00    tool: Write a.md (completed)
    12:00    {"type":"tool_call_update","id":"unheard","status":"failed"}
    12:00    context: 1200 / 8000 tokens
    12:00    mode: plan
    "
  `);
});

test('areas that agents have by an award stand below the chats, until when, with a way to release them', async () => {
  const { core, call } = await childWorld();
  const drawn = () => textOfPicture(pictureOf(core, 'sessions', '', AROUND, plainWording));
  expect(drawn()).not.toContain('Leases');
  const manual_bids = [{ agent_id: 'carl', cost: 1 }];
  await call('cnp_announce', { task_id: 'docs', manual_bids, areas: ['docs', 'src/**/*.md'] });
  await call('cnp_announce', { task_id: 'api', manual_bids, areas: ['src/api'], lease_ms: 60_000 });
  expect(drawn()).toMatchInlineSnapshot(`
    "v layers Area Leases · 2
        lock docs, src/**/*.md · carl · docs [releaseAreas]
        lock src/api · carl · api · until 12:01 [releaseAreas]"
  `);
  core.clock.advance(60_000);
  expect(drawn()).not.toContain('src/api');
});
