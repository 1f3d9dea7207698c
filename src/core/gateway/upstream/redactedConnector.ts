import { isRecord } from '../../support/json';
import type { Redactor } from '../../support/redactor';
import type { Wrapping } from './followedCalls';
import { ProtocolError } from './protocolError';
import type { CallOptions, UpstreamConnection, UpstreamConnector, UpstreamNotice } from './upstream';

/**
 * The same connections with every known secret masked in what servers say of failures: refusals, reasons of an end, answers of
 * tools that failed, their log lines; and in what they list. What a server answers otherwise keeps other servers' secrets, which
 * may be what was asked for, such as the text of a file that is written back; the ones it was given itself are masked.
 * `wrapped`: what is put around each.
 */
export function redactedConnector(
  connector: UpstreamConnector,
  redactor: Redactor,
  wrapped: Wrapping = connection => connection,
): UpstreamConnector {
  return {
    prepare: () => connector.prepare?.(),
    async connect(server, launch, hooks, signal) {
      const own = {
        ...hooks,
        onClosed: (reason: string) => hooks.onClosed(redactor.text(reason)),
        onNotice: (notice: UpstreamNotice) =>
          hooks.onNotice(notice.type === 'log' ? redactor.deep(notice) : notice),
      };
      try {
        const connection = await connector.connect(server, launch, own, signal);
        return wrapped(redacted(connection, redactor, redactor.within(launch)), server, launch);
      } catch (error) {
        throw cleanError(error, redactor);
      }
    },
  };
}

/** A proxy, so that whatever a connection can do is covered, also what it learns later. */
function redacted(connection: UpstreamConnection, redactor: Redactor, own: Redactor): UpstreamConnection {
  const clean = (name: string | symbol, result: unknown): unknown => {
    // Names in a listing are called by: only what is a secret beyond doubt is masked there.
    if (name === 'listTools') return redactor.stored(result);
    return isRecord(result) && result['isError'] === true ? redactor.deep(result) : own.stored(result);
  };
  const callTool: UpstreamConnection['callTool'] = (tool, input, options) =>
    connection.callTool(tool, input, withCleanStates(options, redactor));
  return new Proxy(connection, {
    get(target, name) {
      const member: unknown = name === 'callTool' ? callTool : Reflect.get(target, name, target);
      // A server may write its key into how it wants to be used.
      if (name === 'instructions' && typeof member === 'string') return redactor.text(member);
      if (name === 'leftOut') return redactor.stored(member);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        try {
          return clean(name, await Reflect.apply(member, target, given));
        } catch (error) {
          throw cleanError(error, redactor);
        }
      };
    },
  });
}

/** What a server says of a task that runs may be why it fails. */
function withCleanStates(options: CallOptions, redactor: Redactor): CallOptions {
  const { task } = options;
  if (task === undefined) return options;
  return { ...options, task: { ...task, onState: state => task.onState(redactor.deep(state)) } };
}

function cleanError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof ProtocolError)) return redactor.error(error);
  const { code, message, data, cause } = error;
  return new ProtocolError(code, redactor.text(message), redactor.deep(data), { cause });
}
