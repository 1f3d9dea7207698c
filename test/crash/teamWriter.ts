import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Bus } from '../../src/core/journal/bus';
import { Refusal } from '../../src/core/support/refusal';
import { openPgJournal } from '../../src/node/postgres/openPgJournal';
import { pgAddress } from '../../src/node/postgres/pgAddress';
import { type Noted, noting } from '../bench/noting';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

// A process of several writers in one database, which record one event after another and say so: `ack TOKEN SEQ MS`, `refused TOKEN CODE`, `declined TOKEN`.
// They share one journal, as the agents of an endpoint do, or have one each. Until it is killed, or told to end by a line on stdin.
// Arguments: URL, workspace, name, writers, `together` or `apart`.
const [url = '', workspace = '', name = '', writers = '1', how = 'apart'] = process.argv.slice(2);

const DECLINED = 'declined';

/** Each note has the number of notes before it: a decision on an old state shows as a number that is there twice. */
const notes = noting('full');
/** Of some of them, the decision is that there is nothing to record. */
const domain: typeof notes = {
  ...notes,
  decide(state, wish, at) {
    if (wish.value === DECLINED) throw new Refusal(DECLINED, 'Nothing of this is to be recorded.');
    return notes.decide(state, wish, at);
  },
};

/** One in so many is declined. */
const DECLINED_EVERY = 10;

/** How long a writer waits that was refused. */
const PAUSE_MS = 50;

let isEnding = false;
process.stdin.once('data', () => {
  isEnding = true;
});

/** A journal, and what it told of the writers' events. */
async function opened() {
  const log = new KeptLog();
  const bus = new Bus(log);
  const seqs = new Map<string, number>();
  let last = 0;
  bus.subscribe(({ seq, payload, stream }) => {
    if (seq === null || stream !== domain.name) return;
    if (seq <= last) say(`disorder ${name} ${seq} after ${last}`);
    last = seq;
    const { key } = payload as Noted;
    if (key.startsWith(`${name}.`)) seqs.set(key, seq);
  });
  const { journal, dispose } = await openPgJournal(
    { address: pgAddress(url, undefined), workspace, clock: runningClock, log },
    { domains: [domain], bus },
  );
  return { journal, dispose, seqs };
}

async function write(writer: string, { journal, seqs }: Awaited<ReturnType<typeof opened>>): Promise<void> {
  for (let i = 0; !isEnding; i++) {
    const token = `${writer}-${i}`;
    const startMs = performance.now();
    try {
      const value = i % DECLINED_EVERY === DECLINED_EVERY - 1 ? DECLINED : i;
      await journal.commit(domain, { key: token, value });
      say(`ack ${token} ${seqs.get(token)} ${Math.round(performance.now() - startMs)}`);
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      if (error.code === DECLINED) {
        say(`declined ${token}`);
        continue;
      }
      say(
        `refused ${token} ${error.code} ${error.message.includes('Whether it was') ? 'unknown' : 'not recorded'}`,
      );
      await delay(PAUSE_MS);
    }
  }
}

const shared = how === 'together' ? opened() : undefined;
await Promise.all(
  Array.from({ length: Number(writers) }, async (_, i) => {
    const own = await (shared ?? opened());
    await write(`${name}.${i}`, own);
    if (shared === undefined) own.dispose();
  }),
);
say('done');
process.exit(0);

/** Straight to the pipe: what is acknowledged must not sit in a buffer when the process dies. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}
