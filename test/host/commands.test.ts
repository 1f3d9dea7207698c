import assert from 'node:assert/strict';
import { commands, extensions, workspace } from 'vscode';

test('activates without starting anything, and has every command that the manifest promises', async () => {
  const extension = extensions.getExtension('switchyard.switchyard');
  assert.ok(extension);
  await extension.activate();
  const known = new Set(await commands.getCommands(true));
  const promised: { command: string }[] = extension.packageJSON.contributes.commands;
  assert.deepEqual(
    promised.map(({ command }) => command).filter(command => !known.has(command)),
    [],
  );
});

test('has every setting with its default', () => {
  const settings = workspace.getConfiguration('switchyard');
  assert.deepEqual(
    {
      maxPerMinute: settings.get('activation.maxPerMinute'),
      maxActive: settings.get('activation.maxActive'),
      idleMinutes: settings.get('activation.idleMinutes'),
      heartbeatIntervalMs: settings.get('events.heartbeatIntervalMs'),
      maxTextKiB: settings.get('results.maxTextKiB'),
      retentionDays: settings.get('journal.retentionDays'),
      warnAboveTokens: settings.get('tokens.warnAbove'),
      warnAboveTools: settings.get('tools.warnAbove'),
      coreServers: settings.get('catalog.coreServers'),
      servers: settings.get('servers'),
      statusBar: settings.get('statusBar.visible'),
      allowAgent: settings.get('activation.allowAgent'),
      sources: settings.get('catalog.sources'),
      reviewNeeded: settings.get('notifications.reviewNeeded'),
      embeddings: [settings.get('search.embeddingsUrl'), settings.get('search.embeddingsModel')],
      registry: settings.get('mcpRegistry.url'),
    },
    {
      maxPerMinute: 5,
      maxActive: 8,
      idleMinutes: 30,
      heartbeatIntervalMs: 2_000,
      maxTextKiB: 64,
      retentionDays: 90,
      warnAboveTokens: 16_000,
      warnAboveTools: 48,
      coreServers: [],
      servers: {},
      statusBar: true,
      allowAgent: 'ask',
      sources: ['builtin', 'imported', 'workspace'],
      reviewNeeded: 'badge',
      embeddings: ['', ''],
      registry: 'https://registry.modelcontextprotocol.io',
    },
  );
});
