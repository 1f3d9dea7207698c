/** An entry of a list, as far as a person sees it. */
export interface Item {
  readonly label: string;
  readonly description?: string;
  readonly kind?: number;
}

interface Question {
  readonly kind: 'pick' | 'input' | 'modal' | 'save' | 'box';
  readonly title: string;
  /** Labels to choose from. */
  readonly offers: readonly string[];
}

interface Message {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly buttons: readonly string[];
}

/** What a person at the editor does, and what they see. */
class Editor {
  /** What the next questions get; a question without an answer is dismissed. Several strings tick several entries. */
  readonly answers: (string | readonly string[] | undefined)[] = [];
  readonly asked: Question[] = [];
  readonly said: Message[] = [];
  readonly progress: string[] = [];
  readonly opened: string[] = [];
  /** The commands of VS Code's own that were run, with their arguments. */
  readonly ran: (readonly unknown[])[] = [];
  /** Commands that this version of VS Code lacks. */
  readonly missing = new Set<string>();
  readonly registered = new Map<string, (...args: readonly unknown[]) => unknown>();
  readonly settings = new Map<string, unknown>();
  readonly files = new Map<string, string>();
  /** The tabs of the previews that are open, the one in front last. */
  tabs: readonly { readonly label: string }[] = [];
  clipboard = '';
  /** Whether the person cancels whatever shows progress. */
  leavesProgress = false;

  /** As it is when a window opens. Tests share the module, so each begins with this. */
  reset(): void {
    for (const list of [this.answers, this.asked, this.said, this.progress, this.opened, this.ran]) {
      list.length = 0;
    }
    for (const kept of [this.missing, this.registered, this.settings, this.files]) kept.clear();
    this.clipboard = '';
    this.tabs = [];
    this.leavesProgress = false;
  }

  /** Records a question and takes its answer; undefined where the person leaves. */
  ask(kind: Question['kind'], title: string, offers: readonly string[]): readonly string[] | undefined {
    this.asked.push({ kind, title, offers });
    const answer = this.answers.shift();
    return typeof answer === 'string' ? [answer] : answer;
  }

  /** @throws {Error} where a test answers what was not offered */
  offered<T>(items: readonly T[], answer: string, labelOf: (item: T) => string): T {
    const found = items.find(item => labelOf(item).includes(answer));
    if (found === undefined) {
      throw new Error(`"${answer}" was not offered, but: ${items.map(labelOf).join(', ')}`);
    }
    return found;
  }
}

export const editor = new Editor();
