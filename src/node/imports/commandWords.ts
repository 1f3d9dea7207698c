/** The words of a command line, or what keeps it from being one command, as a sentence. */
export type CommandWords = readonly string[] | { readonly wrong: string };

const NO_SHELL =
  'A server is started without a shell, so "|", "&", ";", "<", ">" and "`" can\'t be used outside of quotes. Give one plain command.';

/**
 * Cuts a command line as a shell would: quotes, backslashes before what they protect, `\` at the end of a line. Variables become
 * ours, except between single quotes, where a shell leaves them alone too. A backslash inside a Windows path stays.
 */
export function commandWords(line: string): CommandWords {
  return new Cutter(line.trim().replace(/^\$\s+/, '')).cut();
}

class Cutter {
  readonly #line: string;
  readonly #words: string[] = [];
  #word: string | undefined;
  #at = 0;

  constructor(line: string) {
    this.#line = line;
  }

  cut(): CommandWords {
    while (this.#at < this.#line.length) {
      const wrong = this.#step();
      if (wrong !== undefined) return { wrong };
    }
    this.#end();
    return this.#words;
  }

  #step(): string | undefined {
    const rest = this.#line.slice(this.#at);
    const space = /^(?:[ \t]|\\\r?\n)+/.exec(rest);
    if (space !== null) {
      this.#end();
      return this.#take(space[0].length);
    }
    if (/^[\r\n]/.test(rest)) return 'This has several lines. Give one command, or JSON.';
    if (rest.startsWith("'")) return this.#quoted(/^'([^']*)'/.exec(rest), text => text);
    if (rest.startsWith('"')) {
      return this.#quoted(/^"((?:[^"\\]|\\.)*)"/s.exec(rest), text =>
        variables(text.replaceAll(/\\(["\\$`])/g, '$1')),
      );
    }
    const literal = /^(?:<[A-Za-z][\w -]*>|\$\{[^{}]*\}|\$[A-Za-z_]\w*)/.exec(rest);
    if (literal !== null) return this.#add(variables(literal[0]), literal[0].length);
    const guarded = /^\\([\s"'\\$])/.exec(rest);
    if (guarded !== null) return this.#add(guarded[1] ?? '', 2);
    if (/^(?:[|&;<>`]|\$\()/.test(rest)) return NO_SHELL;
    return this.#add(rest.charAt(0), 1);
  }

  #quoted(match: RegExpExecArray | null, change: (text: string) => string): string | undefined {
    if (match === null) return 'A quote is not closed. Close it, or take it away.';
    return this.#add(change(match[1] ?? ''), match[0].length);
  }

  #add(text: string, length: number): undefined {
    this.#word = (this.#word ?? '') + text;
    this.#take(length);
  }

  #take(length: number): undefined {
    this.#at += length;
  }

  #end(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }
}

/** `$NAME` as ours; what is in braces is brought to ours with the rest of the server. */
function variables(text: string): string {
  return text.replaceAll(/\$([A-Za-z_]\w*)/g, '${env:$1}');
}
