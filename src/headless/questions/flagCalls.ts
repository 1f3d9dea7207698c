import type {
  CallAnswer,
  CallPrompt,
  CallRequest,
  PlanAnswer,
  PlanRequest,
} from '../../core/gateway/calls/callApproval';
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
  const isGiven = ({ server, exposedName }: Pick<CallRequest, 'server' | 'exposedName'>): boolean =>
    given === 'all' || (typeof given !== 'string' && (given.includes(server) || given.includes(exposedName)));
  return {
    async askPlan(request, signal) {
      const open = request.tools.filter(tool => !isGiven(tool));
      if (open.length === 0 || !asksAboutCalls) return [];
      return await askedOfPlan(person, { ...request, tools: open }, signal);
    },
    async ask(request, signal) {
      if (isGiven(request)) return 'once';
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

/** Some clients show a form with this many fields at most; the others ask at each call (chosen here). */
const MAX_FIELDS = 20;

/** A tick for each tool. A client that can't be asked has said nothing: then each call asks. */
async function askedOfPlan(
  person: PersonAtClient,
  { plan, tools, client }: PlanRequest,
  signal: AbortSignal,
): Promise<PlanAnswer> {
  const shown = tools.slice(0, MAX_FIELDS);
  const fields = shown.map(({ tool, server, leaves }, i) => {
    const title = `${tool} of ${server}, called by ${leaves} leaves`;
    return [`tool_${i}`, { type: 'boolean', title, default: true }] as const;
  });
  const question = {
    message: `Run plan "${plan}"? The tools you clear ask you at each call.`,
    properties: Object.fromEntries(fields),
  };
  const answer = await person.ask(client, question, signal);
  if (answer.type === 'unasked') return [];
  if (answer.type !== 'accept') return answer.type;
  const { content } = answer;
  return shown.flatMap(({ exposedName }, i) => (content[`tool_${i}`] === false ? [] : [exposedName]));
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
  const { server, tool, arguments: shown, mayAllowChat, client, isChilds } = request;
  const what =
    isChilds === true
      ? `Allow the child agent "${server}" to do this: ${tool}?`
      : `Run the tool "${tool}" of the MCP server "${server}"?`;
  const question = {
    message: `${what}\n\nArguments:\n${shown}`,
    properties: mayAllowChat ? { allow: ALLOW } : {},
  };
  const answer = await person.ask(client, question, signal);
  if (answer.type !== 'accept') return answer.type;
  return mayAllowChat && answer.content['allow'] === 'chat' ? 'chat' : 'once';
}
