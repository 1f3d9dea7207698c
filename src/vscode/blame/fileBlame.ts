import { carriedTo, NOTHING_WRITTEN, plainLines, type WrittenText } from '../../core/snapshots/lineWriters';
import type { Snapshots, TaskId } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/model/state';
import {
  type FileEdit,
  fileEdits,
  fileHistory,
  type FileMoment,
  type FileStep,
} from '../../core/workflow/report/fileHistory';
import type { Workflows } from '../../core/workflow/workflows';

/** Stretches that the first look goes back, each with two reads (chosen here). */
const MAX_EDITS = 100;
/** Longer files say nothing. */
const MAX_BYTES = 2_000_000;
const MAX_LINES = 50_000;
/** Files whose lines are kept, those looked at last. */
const MAX_KEPT = 30;

/** Who wrote a line: the task, with what it did to the file. */
export type Writer = FileStep;
type Written = WrittenText<Writer>;

/** What the record says of a file. */
interface Recorded {
  readonly steps: readonly FileStep[];
  readonly edits: readonly FileEdit[];
}

interface Kept {
  /** The stretches that it was made of, one after the other. */
  readonly edits: readonly string[];
  readonly written: Written;
}

/** Who wrote the lines of files, as far as it is certain: from the record of tasks, carried forward to what a file says now. */
export class FileBlame {
  readonly #workflows: Workflows;
  readonly #snapshots: Pick<Snapshots, 'read'>;
  readonly #kept = new Map<string, Kept>();
  readonly #recorded = new Map<string, Recorded>();

  constructor({ workflows, snapshots }: { workflows: Workflows; snapshots: Pick<Snapshots, 'read'> }) {
    this.#workflows = workflows;
    this.#snapshots = snapshots;
  }

  /** The tasks that changed a file, the newest first. */
  history(path: string): readonly FileStep[] {
    return this.#recordOf(path).steps;
  }

  /** The record has changed: it is read again when it is next asked for. */
  forgetRecord(): void {
    this.#recorded.clear();
  }

  /** The writer of each line of a text that the file holds now, or would; null where that is not certain. */
  async writersOf(path: string, text: string, signal: AbortSignal): Promise<readonly (Writer | null)[]> {
    const lines = text.length > MAX_BYTES || text.includes('\0') ? [] : plainLines(text);
    if (lines.length === 0 || lines.length > MAX_LINES) return [];
    const { steps, edits } = this.#recordOf(path);
    // What a task is in may have changed since its lines were found.
    const now = new Map(steps.map(step => [step.task.id, step]));
    const written = edits.length === 0 ? NOTHING_WRITTEN : await this.#written(path, edits, now, signal);
    const { writers } = carriedTo(written, { lines, writer: null });
    return writers.map(writer => writer && (now.get(writer.task.id) ?? null));
  }

  #recordOf(path: string): Recorded {
    const known = this.#recorded.get(path);
    if (known) return known;
    const steps = fileHistory(this.#allTasks(), path);
    const edits = fileEdits(steps, ({ id }) => this.#workflows.intervals(id));
    this.#recorded.set(path, { steps, edits });
    return { steps, edits };
  }

  /** The file as the last certain stretch left it. Only stretches that came since the last time are read. */
  async #written(
    path: string,
    edits: readonly FileEdit[],
    steps: ReadonlyMap<TaskId, FileStep>,
    signal: AbortSignal,
  ): Promise<Written> {
    const keys = edits.map(
      ({ task, before, after }) => `${task.id} ${before.snapshot.id} ${after.snapshot.id}`,
    );
    const kept = this.#kept.get(path);
    const known = kept && isContinued(kept.edits, keys) ? kept : undefined;
    const first =
      known?.edits[0] === undefined ? Math.max(0, keys.length - MAX_EDITS) : keys.indexOf(known.edits[0]);
    let written: Written = known?.written ?? NOTHING_WRITTEN;
    for (let at = first + (known?.edits.length ?? 0); at < edits.length; at++) {
      const edit = edits[at];
      const step = edit && steps.get(edit.task.id);
      if (edit && step) written = await this.#after(written, edit, step, signal);
      // Who is sent away in the middle, as by typing, has not read in vain.
      this.#keep(path, { edits: keys.slice(first, at + 1), written });
    }
    return written;
  }

  /** What was written once a stretch is over; as before where a side of it can't be read. */
  async #after(written: Written, edit: FileEdit, writer: Writer, signal: AbortSignal): Promise<Written> {
    const before = await this.#linesAt(edit.before, signal);
    const after = await this.#linesAt(edit.after, signal);
    if (before === undefined || after === undefined) return written;
    return carriedTo(carriedTo(written, { lines: before, writer: null }), { lines: after, writer });
  }

  async #linesAt(
    { snapshot, paths, mayBeAbsent }: FileMoment,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    for (const path of paths) {
      signal.throwIfAborted();
      const bytes = await this.#snapshots.read(snapshot, path, signal);
      if (bytes === undefined) continue;
      if (bytes.length > MAX_BYTES || bytes.includes(0)) return undefined;
      return plainLines(new TextDecoder().decode(bytes));
    }
    return mayBeAbsent ? [] : undefined;
  }

  #keep(path: string, kept: Kept): void {
    this.#kept.delete(path);
    this.#kept.set(path, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  *#allTasks(): Iterable<Task> {
    for (const { id } of this.#workflows.all()) yield* this.#workflows.tasks(id);
  }
}

/** Whether what was read is the beginning of what there is to read, or a later part of more than is read at first. */
function isContinued(read: readonly string[], all: readonly string[]): boolean {
  const first = all.indexOf(read[0] ?? '');
  const isWhole = first === 0 || (first > 0 && all.length > MAX_EDITS);
  return isWhole && read.every((key, i) => key === all[first + i]);
}
