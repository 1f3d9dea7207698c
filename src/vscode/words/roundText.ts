import { oneLine } from '../../core/catalog/entry/plainText';
import type { BookedCall, BookedRound } from '../../core/rounds/roundBook';
import type { RoundMessage } from '../../core/rounds/roundMessage';
import { span } from './amounts';
import { callStateText, roundStateText, roundTokens } from './roundState';
import { joined, type Wording } from './wording';

/** Longest argument or result on a round's page, in characters; a model reads more. */
const MAX_VALUE = 4_000;

/** A round as text: what it used, and all that was said and called in it. */
export function roundText(round: BookedRound, wording: Wording): string {
  const { t, moment } = wording;
  const { model, startedAt, endedAt, servers, failure, saying } = round;
  const head = [
    joined(oneLine(model, 200), roundStateText(round, wording), moment(startedAt)),
    joined(
      endedAt === undefined ? '' : t('Duration: {0}', span(endedAt - startedAt, wording)),
      round.usage === undefined ? '' : roundTokens(round, wording),
    ),
    servers.length === 0 ? '' : t('MCP servers: {0}', servers.map(name => oneLine(name, 64)).join(', ')),
    failure === undefined ? '' : oneLine(failure, 1_000),
  ].filter(line => line !== '');
  const before = round.messages.flatMap(message => messageLines(message, round.calls, wording));
  const now = endedAt === undefined ? liveLines(round, wording) : [];
  const words = saying === '' ? [] : ['', t('Model'), ...indented(saying)];
  return `${[...head, ...before, ...now, ...words].join('\n')}\n`;
}

/** Calls of a round that runs: the history has them when it has ended. */
function liveLines({ calls, messages }: BookedRound, wording: Wording): readonly string[] {
  const told = new Set(
    messages
      .flatMap(message => (message.role === 'tool_request' ? message.tool_calls : []))
      .map(({ id }) => id),
  );
  return calls
    .filter(({ id }) => !told.has(id))
    .flatMap(call => [
      '',
      ...callLines(call, call, wording),
      ...(call.text === undefined ? [] : resultLines(call.name, call.text, wording)),
    ]);
}

function messageLines(
  message: RoundMessage,
  calls: readonly BookedCall[],
  wording: Wording,
): readonly string[] {
  const { t } = wording;
  switch (message.role) {
    case 'system':
      return ['', t('Instructions'), ...indented(message.content)];
    case 'user':
      return ['', t('User'), ...indented(message.content)];
    case 'assistant':
      return ['', t('Model'), ...indented(message.content)];
    case 'tool_request':
      return [
        ...(message.content === undefined ? [] : ['', t('Model'), ...indented(message.content)]),
        ...message.tool_calls.flatMap(call => [
          '',
          ...callLines(
            call,
            calls.find(({ id }) => id === call.id),
            wording,
          ),
        ]),
      ];
    case 'tool_response':
      return message.tool_calls.flatMap(({ tool_name: name, content }) =>
        resultLines(name, content, wording),
      );
  }
}

function resultLines(name: string, content: string, { t }: Wording): readonly string[] {
  return ['', t('Result of {0}', oneLine(name, 128)), ...indented(content)];
}

function callLines(
  { name, ...given }: Pick<BookedCall, 'name'> & { readonly arguments?: unknown; readonly input?: unknown },
  call: BookedCall | undefined,
  wording: Wording,
): readonly string[] {
  const input = JSON.stringify(given.input ?? given.arguments ?? {});
  const server = call === undefined || call.server === '' ? '' : oneLine(call.server, 64);
  const state = call === undefined ? '' : callStateText(call, wording);
  return [joined(wording.t('Tool call: {0}', oneLine(name, 128)), server, state), ...indented(input)];
}

/** Text of models and servers, line by line, with nothing hidden in it. */
function indented(text: string): readonly string[] {
  const shown = text.slice(0, MAX_VALUE).toWellFormed();
  const lines = shown.split(/\r\n?|\n/).map(line => `  ${oneLine(line, MAX_VALUE)}`.trimEnd());
  return text.length > MAX_VALUE ? [...lines, '  …'] : lines;
}
