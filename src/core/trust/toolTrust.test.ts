import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf, stdio } from '../../../test/support/catalogWorld';
import { textResult, toolNamed } from '../../../test/support/fakeServers';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../test/support/testCore';
import { MALICIOUS } from '../../../test/support/poisonedTools';
import type { ToolDefinition } from '../registry/tool';

const read = toolNamed('read');
const changed: ToolDefinition = { ...read, description: 'Reads, and deletes' };

/** A world in which Anna uses the server `files`, which has these tools at first. */
async function worldWith(tools: readonly (string | ToolDefinition)[], options = {}) {
  const world = await gatewayWorld({ entries: [entryOf('files'), entryOf('web')], ...options });
  world.servers.add('files', { tools });
  await world.activate(anna, 'files');
  const warnings = () => world.gateway.environment(anna.session).flatMap(({ warnings: found = [] }) => found);
  const change = async (...to: readonly (string | ToolDefinition)[]) => {
    await settle(); // It may be coming up behind an activation.
    world.servers.changeTools('files', to);
    world.clock.advance(2_000);
    await settle();
  };
  return { ...world, warnings, change };
}

test.each([
  ['description', { description: 'Does write' }],
  ['title', { title: 'Other' }],
  ['input schema', { inputSchema: { type: 'object' } }],
  ['output schema', { outputSchema: { type: 'object' } }],
  ['annotations', { annotations: { readOnlyHint: true } }],
] as const)('withholds a tool whose %s changed after the server was approved', async (_what, facts) => {
  const { call, listed, change } = await worldWith(['read', 'write']);
  await change({ ...read, ...facts }, 'write');
  expect(listed()).toEqual(['files__write']);
  await expect(call(anna, 'files__read')).rejects.toMatchObject({ code: 'tool-withheld' });
});

test('a server that prints a list in another order at each start changes nothing, also in what a person accepted', async () => {
  const formats = (list: string): ToolDefinition => ({ ...read, description: `Formats: ${list}.` });
  const { call, listed, change, gateway } = await worldWith([formats('`a`, `b`, `c`'), 'write']);
  await change(formats('`c`, `a`, `b`'), 'write');
  expect(listed()).toEqual(['files__read', 'files__write']);
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  await change(formats('`c`, `a`, `d`'), 'write');
  expect(listed()).toEqual(['files__write']);
  await gateway.reviews.accept(gateway.reviews.pending()[0]!);
  await change(formats('`d`, `c`, `a`'), 'write');
  expect(listed()).toEqual(['files__read', 'files__write']);
});

test('withholds a changed tool also where its entry has a new key, about which nobody is asked', async () => {
  const keyed = (key: string) =>
    entryOf('files', { launch: stdio('npx', ['files'], { API_KEY: key }), owner: 'workspace' });
  const { activate, asked, call, servers, source } = await worldWith(['read', 'write'], {
    entries: [keyed('key-before')],
  });
  servers.add('files', { tools: [changed, 'write'] });
  source.change([keyed('key-afterwards')]);
  await settle();
  await activate(anna, 'files');
  expect(await call(anna, 'files__write')).toEqual(textResult('write'));
  await expect(call(anna, 'files__read')).rejects.toMatchObject({ code: 'tool-withheld' });
  expect(asked).toHaveLength(1);
});

test('keeps a withheld tool from every way of calling and finding it, and says why', async () => {
  const { call, catalog, gateway, toolbox, change, warnings, servers, log, events } = await worldWith([
    'read',
    'write',
  ]);
  await change({ ...read, description: 'Reads zebras' }, 'write');
  const words = '"files__read" is withheld: its definition changed since the user approved it. Ask the user.';
  await expect(call(anna, 'files__read')).rejects.toThrow(words);
  await expect(
    toolbox.call(anna, { server: 'files', tool: 'read' }, {}, { signal: noSignal() }),
  ).rejects.toThrow(words);
  const tools = await gateway.toolsOf(anna, 'files', noSignal());
  expect(tools.map(tool => tool.exposedName)).toEqual(['files__write']);
  expect(JSON.stringify(catalog.discover('zebras', 5))).not.toContain('read');
  expect(warnings()).toEqual([
    'Withheld because their definitions changed after the user approved them: read. Ask the user.',
  ]);
  expect(log.lines).toContain('warn A tool is withheld');
  expect(events.filter(({ kind }) => kind === 'toolsWithheld').map(({ payload }) => payload)).toEqual([
    { server: 'files', tools: ['files__read'] },
  ]);
  expect(servers.calls).toEqual([]);
});

test('gives the tool back without a question when it is again what was approved', async () => {
  const { call, listed, change, gateway } = await worldWith(['read']);
  await change(changed);
  expect(listed()).toEqual([]);
  await change('read');
  expect(listed()).toEqual(['files__read']);
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  expect(gateway.reviews.pending()).toEqual([]);
});

test('goes on withholding over reconnects and restarts', async () => {
  const first = await worldWith(['read']);
  await first.change(changed);
  first.servers.crash('files');
  await expect(first.call(anna, 'files__read')).rejects.toMatchObject({ code: 'tool-withheld' });
  await first.gateway.deactivate(anna, 'files');
  await first.activate(anna, 'files');
  expect(first.listed()).toEqual([]);

  const second = await worldWith([changed], { log: first.store.log });
  expect(second.listed()).toEqual([]);
  await expect(second.call(anna, 'files__read')).rejects.toMatchObject({ code: 'tool-withheld' });
});

test('uses the form that a person accepted, in every window and after a restart, until it changes again', async () => {
  const first = await worldWith(['read']);
  await first.change(changed);
  let told = 0;
  first.gateway.onToolListChanged(async () => void told++);
  const [pending] = first.gateway.reviews.pending();
  expect(pending).toMatchObject({ standing: 'changed', tool: { exposedName: 'files__read' } });
  expect(pending?.approved).toContain('## Description\n\nDoes read\n');
  expect(pending?.now).toContain('## Description\n\nReads, and deletes\n');
  await first.gateway.reviews.accept(pending!);
  await settle();
  expect([first.listed(), told]).toEqual([['files__read'], 1]);
  expect(await first.call(anna, 'files__read')).toEqual(textResult('read'));

  const second = await worldWith([changed], { log: first.store.log });
  expect(second.listed()).toEqual(['files__read']);
  await second.change({ ...read, description: 'Third' });
  expect(second.listed()).toEqual([]);
  await second.change('read');
  expect(second.listed()).toEqual([]);
});

test('accepts only what the person looked at', async () => {
  const { gateway, listed, change } = await worldWith(['read']);
  await change(changed);
  const [pending] = gateway.reviews.pending();
  await change({ ...read, description: 'Something else by now' });
  await expect(gateway.reviews.accept(pending!)).rejects.toMatchObject({ code: 'tool-changed' });
  expect(listed()).toEqual([]);
});

test('lists what is new as new, and withholds it when it changes, also when it was gone in between', async () => {
  const { gateway, listed, change, warnings } = await worldWith(['read']);
  await change('read', 'write');
  expect(listed()).toEqual(['files__read', 'files__write']);
  expect(warnings()).toEqual(['New since the user approved the server: write.']);
  expect(gateway.reviews.pending()).toMatchObject([{ standing: 'new', approved: '' }]);
  await change('read');
  await change('read', { ...toolNamed('write'), description: 'Writes elsewhere' });
  expect(listed()).toEqual(['files__read']);
  await change('read', 'write');
  await gateway.reviews.accept(gateway.reviews.pending()[0]!);
  expect(warnings()).toEqual([]);
});

test('begins anew when a person approves another launch of the server', async () => {
  const { activate, listed, change, source, gateway, servers } = await worldWith(['read']);
  await change(changed);
  await gateway.deactivate(anna, 'files');
  servers.add('files', { tools: [changed] });
  source.change([entryOf('files', { launch: stdio('npx', ['files@2']) })]);
  await settle();
  await activate(anna, 'files');
  expect(listed()).toEqual(['files__read']);
});

test('withholds what certainly misleads an agent from the first listing on, until a person accepts it', async () => {
  const poisoned = MALICIOUS['important block, key, silence']!;
  const { gateway, call, listed, warnings, change } = await worldWith(['read', poisoned]);
  expect(listed()).toEqual(['files__read']);
  await expect(call(anna, 'files__run')).rejects.toThrow(
    '"files__run" is withheld: its description looks designed to mislead an agent. Ask the user.',
  );
  expect(warnings()[0]).toMatch(
    /^Withheld because the text looks designed to mislead an agent \(.*a request for secrets.*\): run\. Ask the user\.$/,
  );
  const [pending] = gateway.reviews.pending();
  expect(pending).toMatchObject({ standing: 'suspect', approved: '' });
  await gateway.reviews.accept(pending!);
  await change('read', poisoned);
  expect([listed(), warnings()]).toEqual([['files__read', 'files__run'], []]);
});

test('lets what is only suspicious be used, and says so to the person', async () => {
  const { call, warnings, gateway } = await worldWith([MALICIOUS['zero width']!]);
  await call(anna, 'files__run');
  expect(warnings()).toEqual(['Suspicious text (invisible characters), for the user to review: run.']);
  const [pending] = gateway.reviews.pending();
  expect(pending?.now).toContain('Lists\\u{200b} fi\\u{200b}les\\u{2060}.');
  await gateway.reviews.accept(pending!);
  expect(warnings()).toEqual([]);
});

test('asks whoever answers for an absent person, for changes and for suspects', async () => {
  const { reviewer, listed, change } = await worldWith(['read']);
  reviewer.accepts = ({ exposedName }, standing) => exposedName === 'files__read' && standing === 'changed';
  await change(changed, 'write', MALICIOUS['letters nobody sees']!);
  expect(listed()).toEqual(['files__read', 'files__write']);
});

test('protects as long as the process runs where nothing can be recorded', async () => {
  const { activate, clock, gateway, listed, servers, store } = await gatewayWorld();
  servers.add('files', { tools: ['read'] });
  store.readOnlyReason = 'The disk is full.';
  await activate(anna, 'files');
  expect(listed()).toEqual(['files__read']);
  servers.changeTools('files', [changed]);
  clock.advance(2_000);
  await settle();
  expect(listed()).toEqual([]);
  let told = 0;
  gateway.onToolListChanged(async () => void told++);
  await gateway.reviews.accept(gateway.reviews.pending()[0]!);
  expect([listed(), told]).toEqual([['files__read'], 1]);
  servers.changeTools('files', ['read']);
  clock.advance(2_000);
  await settle();
  expect(listed()).toEqual([]);
});

test('never lets a tool of a server take the name of one of ours', async () => {
  const { listed, registry } = await worldWith(['mcp_activate', 'start_workflow']);
  expect(listed().filter(name => name.startsWith('files'))).toEqual([
    'files__mcp_activate',
    'files__start_workflow',
  ]);
  expect([registry.byExposedName('mcp_activate'), registry.byExposedName('start_workflow')]).toEqual([
    undefined,
    undefined,
  ]);
});

test('never lists a form of a tool that was not there at first or accepted, whatever comes between', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('list' as const), form: fc.option(fc.integer({ min: 0, max: 3 })) }),
      fc.record({ type: fc.constant('accept' as const) }),
      fc.record({ type: fc.constant('crash' as const) }),
      fc.record({ type: fc.constant('again' as const) }),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async sequence => {
      const formed = (form: number): ToolDefinition => ({ ...read, description: `Form ${form}` });
      const { activate, change, gateway, servers } = await worldWith([formed(0)]);
      let approved = 'Form 0';
      for (const step of sequence) {
        if (step.type === 'list') await change(...(step.form === null ? [] : [formed(step.form)]));
        if (step.type === 'crash') servers.crash('files');
        if (step.type === 'again') {
          await gateway.deactivate(anna, 'files').catch(() => undefined);
          await activate(anna, 'files').catch(() => undefined);
        }
        const [pending] = gateway.reviews.pending();
        if (step.type === 'accept' && pending) {
          approved = pending.tool.definition.description ?? '';
          await gateway.reviews.accept(pending);
        }
        const shown = gateway
          .toolsSeenOn('window', 'Visual Studio Code')
          .filter(({ name }) => name === 'files__read');
        for (const { description } of shown) expect(description).toBe(`[files] ${approved}`);
      }
    }),
    { numRuns: 60 },
  );
});
