import { expect, test } from 'vitest';
import type { ServerId } from '../../../shared/ids';
import type { UpstreamTool } from '../../registry/tool';
import { appCallers, appPlaceOf } from './appTools';
import { listedTools } from './listedTool';

const toolWith = (meta: Readonly<Record<string, unknown>>): UpstreamTool => ({
  exposedName: 'files__read',
  server: 'files' as ServerId,
  definition: { name: 'read', inputSchema: { type: 'object' }, _meta: meta },
  schemaHash: '',
  version: '',
  serverVersion: '',
});

test('passes on what a server says of its tool, but not the apps that clients would show', () => {
  const meta = {
    'anthropic/maxResultSizeChars': 500,
    ui: { resourceUri: 'ui://a' },
    'openai/outputTemplate': 'b',
  };
  const [listed] = listedTools([toolWith(meta)], { namesChats: false });
  expect(listed?._meta).toEqual({ 'anthropic/maxResultSizeChars': 500 });
  const plain = listedTools([toolWith({ ui: {}, 'ui/resourceUri': 'ui://a' })], { namesChats: false });
  expect(plain[0]).not.toHaveProperty('_meta');
});

/** How a client that shows apps sees the tools. */
const forApps = (...tools: readonly UpstreamTool[]) =>
  listedTools(tools, { namesChats: true, apps: { callers: appCallers(tools) } }).map(({ name, _meta }) => [
    name,
    _meta?.['ui'],
  ]);
const ofServer = (server: string, name: string, ui?: unknown): UpstreamTool => {
  const tool = toolWith(ui === undefined ? {} : { ui });
  return {
    ...tool,
    server: server as ServerId,
    exposedName: `${server}__${name}`,
    definition: { ...tool.definition, name },
  };
};

test('a client that shows apps is told of pages under an address that says the server', () => {
  const [[, ui] = []] = forApps(ofServer('files', 'read', { resourceUri: 'ui://app/main.html?a=1' }));
  expect(ui).toEqual({
    resourceUri: 'ui://switchyard.files/ui%3A%2F%2Fapp%2Fmain.html%3Fa%3D1',
    visibility: ['model', 'app'],
  });
  expect(appPlaceOf((ui as { resourceUri: string }).resourceUri)).toEqual({
    server: 'files',
    uri: 'ui://app/main.html?a=1',
  });
});

test.each([
  'ui://app/main',
  'ui://switchyard.files',
  'ui://switchyard.__/ui%3A%2F%2Fa',
  'ui://switchyard.files/https%3A%2F%2Fa',
  'ui://switchyard.files/%',
])('%s is no such address', uri => expect(appPlaceOf(uri)).toBeUndefined());

test('a tool for pages only is in no list of a client that shows none', () => {
  const tools = [ofServer('files', 'refresh', { visibility: ['app'] }), ofServer('files', 'read')];
  expect(listedTools(tools, { namesChats: false }).map(({ name }) => name)).toEqual(['files__read']);
});

test('pages of one server may call its tools, and no others', () => {
  const page = ofServer('files', 'read', { resourceUri: 'ui://a' });
  const refresh = ofServer('files', 'refresh', { visibility: ['app'] });
  expect(forApps(page, refresh, ofServer('mail', 'send'))).toEqual([
    ['files__read', { resourceUri: 'ui://switchyard.files/ui%3A%2F%2Fa', visibility: ['model', 'app'] }],
    ['files__refresh', { visibility: ['app'] }],
    ['mail__send', { visibility: ['model'] }],
  ]);
});

test('where two servers have pages, none of them may call tools: a host could not tell them apart', () => {
  const page = ofServer('files', 'read', { resourceUri: 'ui://a' });
  const refresh = ofServer('files', 'refresh', { visibility: ['app'] });
  const other = ofServer('evil', 'show', { resourceUri: 'ui://a' });
  expect(
    forApps(page, refresh, other).map(([name, ui]) => [name, (ui as { visibility: unknown }).visibility]),
  ).toEqual([
    ['files__read', ['model']],
    ['evil__show', ['model']],
  ]);
});
