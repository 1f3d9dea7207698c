import { expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { Bus } from '../journal/bus';
import type { Event } from '../journal/event';
import type { Instant } from '../support/clock';
import type { ResourceChange, ResourceKind } from './resourceKind';
import { Resources } from './resources';

const KIND: ResourceKind = {
  kind: 'note',
  template: {
    uriTemplate: 'sc://notes/{id}',
    name: 'note',
    title: 'Note',
    description: 'A note.',
    mimeType: 'text/plain',
  },
  owns: uri => uri.startsWith('sc://notes/'),
  list: () => [],
  read: () => Promise.resolve({}),
  onDidChange: () => ({ dispose: () => undefined }),
};

function event(kind: string): Event {
  const payload = { type: kind };
  return { seq: null, ts: 0 as Instant, stream: 'notes', kind, cat: 'notes', level: 'debug', payload, v: 1 };
}

test('a stream that caught up changes the list and every resource, until nobody listens', () => {
  const bus = new Bus(new KeptLog());
  const heard: ResourceChange[] = [];
  const listening = new Resources([KIND], bus).onDidChange(change => heard.push(change));
  bus.publish(event('noteTaken'));
  expect(heard).toEqual([]);
  bus.publish(event('caughtUp'));
  expect(heard.map(({ isList, touches }) => [isList, touches('sc://notes/1'), touches('other://1')])).toEqual(
    [[true, true, false]],
  );
  listening.dispose();
  bus.publish(event('caughtUp'));
  expect(heard).toHaveLength(1);
});
