import { nameAmong, type Search } from './offered';
import type { Asked, Call, Said } from './turn';

/** A sentence that only the server's instructions have. */
const OF_INSTRUCTIONS = 'on and off in this conversation, without a restart';

/** The tool of the server that the model switches on. */
const LAMP = 'lamp__light';

const LIGHT = { colour: 'green' };

/** When the model is told of the activated server's own tool. */
export interface Arrival {
  readonly when: 'next request' | 'one late' | 'later' | 'never';
  /** Whether it has to load the tool first, by a search tool of the client's. */
  readonly isDeferred: boolean;
}

const NEVER: Arrival = { when: 'never', isDeferred: false };

const HAIKU: Said = { type: 'words', text: 'Haiku' };
const DONE: Said = { type: 'words', text: 'Done.' };

/** What a scripted model does and waits for: it says something and is asked again. */
type Script<Result> = Generator<Said, Result, void>;

/** The scripted model: it does one thing after the other, whatever client asks it, and keeps what it saw of Switchyard. */
export class Conversation {
  /** Whether tools of ours were offered. */
  isConnected = false;
  hasInstructions = false;
  /** What mcp_call_tool gave. */
  generic: string | undefined;
  /** What the activated tool gave when it was called by its own name. */
  direct: string | undefined;
  /** Whether the model came to the end of its script. */
  isComplete = false;
  #search: Search | undefined;
  #script: Script<void> | undefined;
  #asked: Asked = { offered: [], deferred: [], results: [], texts: [], isStreamed: false };
  #said: Said | undefined;
  #calls = 0;
  /** Of each request, how the lamp's own tool was in it. */
  readonly #sightings: ('offered' | 'deferred' | 'none')[] = [];
  /** The request that brought the answer to mcp_activate. */
  #activatedAt: number | undefined;

  /** Begins the script. @param edits how this client's own tools change a file; @param search how its model loads tools. */
  begin(edits: readonly Call[], search?: Search): void {
    this.#search = search;
    this.#script = this.#play(edits);
  }

  /** What the model says to a request. What a client asks besides (titles, summaries, guesses) gets a word. */
  answer(asked: Asked): Said {
    if (nameAmong([...asked.offered, ...asked.deferred], 'mcp_activate') === undefined) return HAIKU;
    // A client that asks again for the same has not heard the answer.
    if (this.#said !== undefined && asked.results.length < this.#calls) return this.#said;
    this.#asked = asked;
    this.isConnected = true;
    this.hasInstructions ||= asked.texts.some(text => text.includes(OF_INSTRUCTIONS));
    this.#sightings.push(sightOf(asked));
    const { value, done } = this.#script?.next() ?? { value: undefined, done: true };
    this.#said = done === true || value === undefined ? DONE : value;
    return this.#said;
  }

  /** When the model was told of the activated server's own tool. */
  get arrival(): Arrival {
    if (this.#activatedAt === undefined) return NEVER;
    const first = this.#sightings.findIndex(
      (sight, at) => sight !== 'none' && at >= Number(this.#activatedAt),
    );
    if (first === -1) return NEVER;
    const when = (['next request', 'one late'] as const)[first - this.#activatedAt] ?? 'later';
    return { when, isDeferred: this.#sightings[first] === 'deferred' };
  }

  *#play(edits: readonly Call[]): Script<void> {
    yield* this.#call('mcp_activate', { name: 'lamp' });
    this.#activatedAt = this.#sightings.length - 1;
    this.generic = yield* this.#call('mcp_call_tool', { server: 'lamp', tool: 'light', arguments: LIGHT });
    const workflow = yield* this.#call('start_workflow', { name: 'Poetry' });
    const task = yield* this.#call('start_task', {
      workflow_id: idIn(workflow, 'workflow_id'),
      ...{ name: 'A line more', goal: 'The haiku has a fourth line.' },
    });
    for (const { tool, input } of edits) yield* this.#call(tool, input);
    yield* this.#call('complete_task', {
      task_id: idIn(task, 'task_id'),
      ...{ status: 'success', outcome: { summary: 'It has.' } },
    });
    this.direct = yield* this.#call(LAMP, LIGHT);
    this.isComplete = true;
  }

  /** Calls a tool, loaded first where that is needed. @returns what it gave; undefined: nobody offers it */
  *#call(tool: string, input: Call['input']): Script<string | undefined> {
    const call = this.#offered(tool, input) ?? (yield* this.#loaded(tool, input));
    if (call === undefined) return undefined;
    yield* this.#say(call);
    return this.#asked.results.at(-1);
  }

  *#loaded(tool: string, input: Call['input']): Script<Call | undefined> {
    const name = nameAmong(this.#asked.deferred, tool);
    if (name === undefined || this.#search === undefined) return undefined;
    yield* this.#say(this.#search(name));
    return this.#offered(tool, input);
  }

  #offered(tool: string, input: Call['input']): Call | undefined {
    const name = nameAmong(this.#asked.offered, tool);
    return name === undefined ? undefined : { tool: name, input };
  }

  *#say(call: Call): Script<void> {
    this.#calls++;
    yield { type: 'call', id: `call_${this.#calls}`, ...call };
  }
}

const ID = /^\W+([0-9a-f-]{36})/;

/** The id that an answer tells under this name, in its words or in its structure. */
function idIn(answer: string | undefined, name: string): string {
  const [, ...parts] = (answer ?? '').split(name);
  return parts.map(part => ID.exec(part)?.[1]).find(found => found !== undefined) ?? 'not told';
}

function sightOf({ offered, deferred }: Asked) {
  if (nameAmong(offered, LAMP) !== undefined) return 'offered';
  return nameAmong(deferred, LAMP) === undefined ? 'none' : 'deferred';
}
