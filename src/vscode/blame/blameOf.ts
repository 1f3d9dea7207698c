import type { Runtime } from '../host/runtime';
import { FileBlame, type Writer } from './fileBlame';
import type { WriterFacts } from './blameWords';

/** One for each core, with what it has read. */
const BLAMES = new WeakMap<Runtime['core'], FileBlame>();

/** Who wrote the lines of files in this window. */
export function blameOf({ core }: Pick<Runtime, 'core'>): FileBlame {
  const known = BLAMES.get(core);
  if (known) return known;
  const blame = new FileBlame(core);
  BLAMES.set(core, blame);
  // For as long as the core lives.
  core.bus.subscribe(({ stream }) => stream === 'workflow' && blame.forgetRecord());
  return blame;
}

/** What is known of a writer beside its task. */
export function factsOf({ core, sessionNames }: Runtime, { task }: Writer): WriterFacts {
  const session = core.gateway.sessions().find(({ id }) => id === task.session);
  return {
    workflow: core.workflows.workflow(task.workflow).name,
    chat: session ? sessionNames.of(session) : sessionNames.given({ id: task.session }),
  };
}
