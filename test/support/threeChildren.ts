/**
 * What three children do together: they share out three pieces of work by awards, one of them crashes and comes back, one goes
 * over its budget and is stopped. The same script is played to the built program and in a window, with scripted and with real agents.
 */

type Fields = Readonly<Record<string, unknown>>;

/** One of the three. */
export interface Member {
  readonly id: string;
  /** How it is started, as `child_create` takes it. */
  readonly wish: Fields;
  /** What is announced, and sent to whoever it is awarded to. */
  readonly piece: { readonly task: string; readonly payload: unknown };
  /** What comes of it: its answer, and the files of each task. */
  readonly answer: string;
  readonly files: readonly (readonly string[])[];
}

type ToolCall = readonly [tool: string, input: Fields];

/** Where the script is played. */
export interface Stage {
  /** Calls tools, all at once; the text that each answered, in this order. */
  call(...calls: readonly ToolCall[]): Promise<readonly string[]>;
  /** Waits until a person or a client sees this of a child. */
  untilSeen(child_id: string, what: 'restarted' | 'stopped'): Promise<void>;
}

/** The entries of `child_batch_create` for them. */
export const entriesOf = (members: readonly Member[]): readonly Fields[] =>
  members.map(({ id, wish }) => ({ child_id: id, ...wish }));

/** What is seen of work that was shared out. */
export interface Shared {
  readonly awards: readonly unknown[];
  readonly joined: Fields;
  readonly answers: readonly string[];
  readonly files: readonly (readonly (readonly string[])[])[];
  /** How the three calls for bids ended. */
  readonly ended: readonly string[];
}

/** What must be seen: each has its own piece, and the files that came of it. */
export const expectedShare = (members: readonly Member[]): Shared => ({
  awards: members.map(({ id }) => id),
  joined: { satisfied: true, success_count: members.length },
  answers: members.map(({ answer }) => answer),
  files: members.map(({ files }) => files),
  ended: members.map(() => 'completed'),
});

/** Announces each piece, lets all three bid for each, and sends it to the one that asks the least: the one it was made for. */
export async function shareOut(stage: Stage, members: readonly Member[]): Promise<Shared> {
  const call = said(stage);
  const children = members.map(({ id }) => id);
  const announced = await call(
    ...members.map(({ piece }) => ['cnp_announce', { task_id: piece.task, award: 'manual' }] as const),
  );
  const calls = announced.map(({ call_id }) => call_id);
  const bids = calls.flatMap((call_id, at) =>
    children.map((agent_id, i) => ['cnp_bid', { call_id, agent_id, cost: i === at ? 1 : 5 + i }] as const),
  );
  await call(...bids);
  await call(...calls.map(call_id => ['cnp_award', { call_id }] as const));
  const sent = await call(
    ...members.map(({ piece: { payload } }, at) => {
      const contract_net = { call_id: calls[at] };
      return ['child_send', { child_id: 'auto', payload, contract_net }] as const;
    }),
  );
  const [joined = {}] = await call(['plan_join', { children, timeout_sec: 180 }]);
  const [reduced] = await call(['plan_reduce', { children, reducer: 'concat' }]);
  const collected = await call(...children.map(child_id => ['child_collect', { child_id }] as const));
  let ended: readonly string[] = [];
  // A call for bids ends after the message that it was about.
  do ended = statusesIn(await call(['cnp_list', {}]));
  while (ended.includes('awarded'));
  return {
    awards: sent.map(({ child_id }) => child_id),
    joined: { satisfied: joined['satisfied'], success_count: joined['success_count'] },
    answers: inOrder(
      String(reduced?.['aggregate']),
      members.map(({ answer }) => answer),
    ),
    files: collected.map(filesOf),
    ended,
  };
}

const statusesIn = ([listed = {}]: readonly Fields[]): readonly string[] =>
  (listed['calls'] as readonly { readonly status: string }[]).map(({ status }) => status);

/** What tools answered, read. @throws with the words of a tool that refused */
function said({ call }: Stage) {
  return async (...calls: readonly ToolCall[]): Promise<readonly Fields[]> =>
    (await call(...calls)).map((text, i) => {
      if (!text.startsWith('{')) throw new Error(`${calls[i]?.[0]} refused: ${text}`);
      const answer = JSON.parse(text) as Fields;
      // A model in a window reads what the tool found out; other clients the call's name around it.
      return 'tool' in answer ? (answer['result'] as Fields) : answer;
    });
}

/** Those parts of a text that stand one after the other in it: agents have words of their own around them. */
function inOrder(text: string, parts: readonly string[]): readonly string[] {
  let from = 0;
  return parts.filter(part => {
    const at = text.indexOf(part, from);
    if (at !== -1) from = at + part.length;
    return at !== -1;
  });
}

/** The files of each task of a child, those that others changed too with a word. */
function filesOf({ tasks }: Fields): readonly (readonly string[])[] {
  return (tasks as { readonly files: readonly string[]; readonly shared_files: readonly string[] }[]).map(
    ({ files, shared_files: shared }) => [...files, ...shared.map(path => `${path} (shared)`)],
  );
}

/** How a child stands, of all that `child_status` says. */
export interface Standing {
  readonly state: unknown;
  readonly restarts: unknown;
  readonly reason: unknown;
}

/** Kills a child, waits until the supervisor has started it again, and talks to it. @returns how it stands, and its answer */
export async function crashAndReturn(
  stage: Stage,
  child_id: string,
  kill: () => Promise<unknown>,
): Promise<{ readonly answer: string; readonly standing: Standing }> {
  await kill();
  await stage.untilSeen(child_id, 'restarted');
  const waiting = { expect: 'final', timeout_ms: 120_000 };
  const [sent] = await said(stage)(['child_send', { child_id, payload: { prompt: 'hello' }, ...waiting }]);
  const answer = sent?.['answer'] as { readonly message: { readonly text: string } } | null | undefined;
  return { answer: answer?.message.text ?? '', standing: await standingOf(stage, child_id) };
}

/** Sends a child what it cannot do within its budget, and waits until it is stopped. @returns how it stands */
export async function overspend(stage: Stage, child_id: string, payload: unknown): Promise<Standing> {
  await said(stage)(['child_send', { child_id, payload }]);
  await stage.untilSeen(child_id, 'stopped');
  return standingOf(stage, child_id);
}

/** How a child stands now. */
export async function standingOf(stage: Stage, child_id: string): Promise<Standing> {
  const [status = {}] = await said(stage)(['child_status', { child_id }]);
  const [child] = status['children'] as readonly Fields[];
  return { state: child?.['state'], restarts: child?.['restarts'], reason: child?.['reason'] };
}

/** How those who came back, and those who went over their budget, must stand. */
export const RETURNED: Standing = { state: 'ready', restarts: 1, reason: null };
export const overBudget = (limit: string): Standing => ({
  state: 'killed',
  restarts: 0,
  reason: `Its budget of ${limit} is used up.`,
});

/** Two scripted agents of the Agent Client Protocol, and a program of JSON lines. @param programs what plays them */
export function scriptedThree(programs: {
  readonly node: string;
  readonly acp: string;
  readonly lines: string;
}): readonly Member[] {
  const acp = { command: programs.node, args: [programs.acp], protocol: 'acp' };
  const work = (given: Fields) => ({ prompt: JSON.stringify(given) });
  return [
    {
      id: 'api',
      wish: { ...acp, areas: ['src/api'], role: 'Writes the API' },
      piece: {
        task: 'write the api',
        payload: work({ plan: ['Write it'], write: [['src/api/a.ts', 'a\n']], say: 'API written' }),
      },
      answer: 'API written',
      // A step of a plan begins when its agent says so: what it changes is the message's for certain.
      files: [['src/api/a.ts'], []],
    },
    {
      id: 'docs',
      wish: { ...acp, areas: ['docs'], role: 'Writes the docs', budget: { cpu_seconds: 600 } },
      piece: {
        task: 'write the docs',
        payload: work({
          write: [
            ['docs/a.md', 'b\n'],
            ['docs/b.md', 'b\n'],
          ],
          say: 'Docs written',
        }),
      },
      answer: 'Docs written',
      files: [['docs/a.md', 'docs/b.md']],
    },
    {
      id: 'worker',
      wish: {
        command: programs.node,
        args: [programs.lines],
        areas: ['src/web'],
        budget: { tool_calls: 3 },
      },
      piece: { task: 'write the page', payload: { write: [['src/web/a.ts', 'c\n']] } },
      answer: 'worker is done',
      files: [['src/web/a.ts']],
    },
  ];
}

/** What makes the scripted ones crash, and go over their budget. */
export const CRASH = { prompt: '{"exit": 9}' };
export const TOO_MUCH = { calls: 4 };
export const SCRIPTED_LIMIT = '3 tool calls';
