import type { CallAnswer, CallPrompt, CallRequest } from '../../core/gateway/calls/callApproval';
import type { Approvals } from '../options/arguments';
import type { PersonAtClient } from './personAtClient';

/** What the command line said about calls. */
export interface FlagsOfCalls {
  readonly callApprovals: Approvals;
  /** False where it said that nobody is to be asked. */
  readonly asksAboutCalls: boolean;
}

/** The command line has answered, by server or by listed name; else the person at the client is asked, where it can ask. */
export function flagCalls(
  { callApprovals: given, asksAboutCalls }: FlagsOfCalls,
  person: PersonAtClient,
): CallPrompt {
  return {
    async ask(request, signal) {
      const { server, exposedName } = request;
      const isNamed = typeof given !== 'string' && (given.includes(server) || given.includes(exposedName));
      if (given === 'all' || isNamed) return 'once';
      return asksAboutCalls ? await askedOf(person, request, signal) : 'unasked';
    },
    adviceAfterNo({ server, exposedName }, answer) {
      if (answer === 'no') return 'Ask the user what to do instead before you call it again.';
      const flags = `start switchyard with --approve-calls ${exposedName}, or ${server} for all its tools.`;
      if (answer === 'closed') return `Ask the user before you call it again. They can allow it: ${flags}`;
      const why = asksAboutCalls
        ? 'No one could be asked here.'
        : '--approve-calls none is set, so no one was asked.';
      return `${why} The user can allow it: ${flags}`;
    },
  };
}

/** How far a yes goes: a client that shows nothing to choose means this call. */
const ALLOW = {
  type: 'string',
  title: 'Allow',
  enum: ['once', 'chat'],
  enumNames: ['Run once', 'Allow in this chat'],
  default: 'once',
};

async function askedOf(
  person: PersonAtClient,
  request: CallRequest,
  signal: AbortSignal,
): Promise<CallAnswer> {
  const { server, tool, arguments: shown, mayAllowChat, client } = request;
  const question = {
    message: `Run the tool "${tool}" of the MCP server "${server}"?\n\nArguments:\n${shown}`,
    properties: mayAllowChat ? { allow: ALLOW } : {},
  };
  const answer = await person.ask(client, question, signal);
  if (answer.type !== 'accept') return answer.type;
  return mayAllowChat && answer.content['allow'] === 'chat' ? 'chat' : 'once';
}
