import {
  type ListedResource,
  notFound,
  type ResourceKind,
  type WatchRow,
} from '../../core/resources/resourceKind';
import type { Children } from './children';
import type { LogLine } from './model/childTypes';
import { answerIn } from './run/childMessages';
import { messageOf } from './run/lineMessage';

const ADDRESS = /^sc:\/\/children\/([\w.:%-]{1,200})\/logs$/;

/** Newest lines that a read gives. */
const MAX_READ = 500;

/** The output of children: `sc://children/<id>/logs`. */
export function childLogKind(children: Children): ResourceKind {
  const find = async (uri: string) => {
    const [, written = ''] = ADDRESS.exec(uri) ?? [];
    // As it stands, or escaped: what is escaped wrongly is the address of none.
    const known = children.all().find(({ spec: { id } }) => [id, encodeURIComponent(id)].includes(written));
    if (!known) throw notFound(`No child has the ID ${written}.`, 'call child_status for all', uri);
    return (await children.open()).find(known.spec.id);
  };
  return {
    kind: 'child_logs',
    template: {
      uriTemplate: 'sc://children/{child_id}/logs',
      name: 'child_logs',
      title: 'Output of a child agent',
      description: 'Lines that a child agent wrote, and what Switchyard noted.',
      mimeType: 'application/json',
    },
    rowType: 'child_log',
    filter: 'child',
    owns: uri => ADDRESS.test(uri),
    list: (_reader, most): readonly ListedResource[] =>
      children
        .all()
        .slice(0, most)
        .map(({ spec, state, lines }) => ({
          uri: `sc://children/${spec.id}/logs`,
          title: `Output of ${spec.id}`,
          description: spec.role ?? 'Child agent',
          metadata: { child_id: spec.id, state, lines },
        })),
    async read(uri) {
      const { log, view } = await find(uri);
      const lines = log.after(Math.max(0, log.lastSeq - MAX_READ), MAX_READ);
      return {
        childId: view.spec.id,
        state: view.state,
        dropped: log.lastSeq - lines.length,
        logs: lines.map(line => rowOf(view.spec.id, line)),
      };
    },
    async watch(uri, _reader, { child: filter }) {
      const { log, view } = await find(uri);
      const streams = filter?.streams;
      return {
        history: {
          droppedSeq: log.dropped,
          lastSeq: log.lastSeq,
          after: function* (seq: number) {
            for (const line of log.after(seq, Infinity)) yield rowOf(view.spec.id, line);
          },
        },
        matches: row => streams === undefined || streams.some(stream => stream === row['stream']),
      };
    },
    onDidChange: listener =>
      children.onDidChange(() => listener({ isList: true, touches: uri => ADDRESS.test(uri) })),
  };
}

/** A line with the fields of the coordination tools; a child belongs to none of the IDs that are null. */
function rowOf(child: string, line: LogLine): WatchRow {
  const { seq, ts, stream, text } = line;
  const parsed = messageOf(line);
  return {
    seq,
    ts,
    stream,
    message: parsed === null ? text : answerIn(parsed, text),
    raw: text,
    parsed,
    jobId: null,
    runId: null,
    opId: null,
    graphId: null,
    nodeId: null,
    childId: child,
  };
}
