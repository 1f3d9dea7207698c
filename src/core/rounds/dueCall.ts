import { oneLine } from '../catalog/entry/plainText';
import { whoLets } from './approvalRule';
import type { PendingApproval, RanCall } from './roundEvent';
import type { RoundCall } from './roundMessage';
import type { RoundTool } from './roundTool';
import type { ApprovalAnswer } from './roundWish';

/** A call of a server's tool, and what lets it run. */
export interface DueCall {
  readonly call: RoundCall;
  readonly tool: RoundTool | undefined;
  readonly by: 'run' | 'ask' | 'no';
  readonly approval: RanCall['approval'];
  readonly why: string;
  /** What it answered when it ran before. */
  readonly known?: CallOutcome;
}

/** What came of a call, as the model reads it. */
export interface CallOutcome {
  readonly isError: boolean;
  readonly text: string;
}

/** Approval request IDs are made of the call's, so that a client can answer in any later round, whichever process runs it. */
const APPROVAL = 'apr_';

/** What a call waits for, as a client or a person is told of it. */
export function pendingOf(
  { id, name, arguments: input }: RoundCall,
  tool: RoundTool | undefined,
): PendingApproval {
  return {
    approval_request_id: `${APPROVAL}${id}`,
    server_label: tool?.server.label ?? '',
    name,
    arguments: input,
  };
}

/** Whether a call may run, by the rules of its server and what the client said of it. `isReadable`: its arguments are a JSON object. */
export function judged(
  call: RoundCall,
  tool: RoundTool | undefined,
  isReadable: boolean,
  approvals: ReadonlyMap<string, ApprovalAnswer>,
): DueCall {
  const due = { call, tool } as const;
  if (!isReadable)
    return { ...due, by: 'no', approval: 'never', why: 'The arguments are not a JSON object.' };
  if (tool === undefined)
    return { ...due, by: 'no', approval: 'never', why: `There is no tool "${oneLine(call.name, 64)}".` };
  const approval = whoLets(tool);
  if (approval !== 'user') return { ...due, by: 'run', approval, why: '' };
  const answer = approvals.get(`${APPROVAL}${call.id}`);
  if (answer === undefined) return { ...due, by: 'ask', approval: 'user', why: '' };
  if (answer.approve) return { ...due, by: 'run', approval: 'user', why: '' };
  const reason = answer.reason === undefined ? '' : `: ${answer.reason}`;
  return { ...due, by: 'no', approval: 'user', why: `Tool call rejected by the user${reason}` };
}
