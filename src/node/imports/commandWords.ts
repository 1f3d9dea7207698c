/** The words of a command line, or what keeps it from being one command, as a sentence. */
export type CommandWords = readonly string[] | { readonly wrong: string };

const NO_SHELL =
  'A server is started without a shell, so "|", "&", ";", "<", ">" and "`" can\'t be used outside of quotes. Give one plain command.';

export const SEVERAL_LINES = 'This has several lines. Give one command, or JSON.';

/** Marks of a prompt, which are copied with a command: of shells, PowerShell, and cmd.exe. */
const PROMPT = /^(?:[$%❯➜>]|PS [^>\n]*>|[A-Za-z]:\\[^>\n]*>)[ \t]+/;

/** One command, see `commandLines`. */
export function commandWords(line: string): CommandWords {
  const lines = commandLines(line);
  if ('wrong' in lines) return lines;
  const [first = [], ...others] = lines;
  return others.length === 0 ? first : { wrong: SEVERAL_LINES };
}

/**
 * Cuts command lines as a shell would: quotes, backslashes before what they protect, comments, and lines that go on in the next one, as
 * each shell has it. Variables become ours, except between single quotes, where a shell leaves them alone too; so do the home and the
 * folder it stands in. A backslash inside a Windows path stays.
 */
export function commandLines(text: string): readonly (readonly string[])[] | { readonly wrong: string } {
  return new Cutter(text.trim()).cut();
}

class Cutter {
  readonly #text: string;
  readonly #lines: (readonly string[])[] = [];
  #words: string[] = [];
  #word: string | undefined;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  cut(): readonly (readonly string[])[] | { readonly wrong: string } {
    while (this.#at < this.#text.length) {
      const wrong = this.#step();
      if (wrong !== undefined) return { wrong };
    }
    this.#endLine();
    return this.#lines;
  }

  #step(): string | undefined {
    const rest = this.#text.slice(this.#at);
    const isStart = this.#word === undefined;
    const prompt = isStart && this.#words.length === 0 ? PROMPT.exec(rest) : null;
    if (prompt !== null) return this.#take(prompt[0].length);
    // Also a "`" of PowerShell and a "^" of cmd.exe at the end of a line.
    const space = /^(?:[ \t]|[\\`^][ \t]*\r?\n)+/.exec(rest);
    if (space !== null) {
      this.#end();
      return this.#take(space[0].length);
    }
    const comment = isStart ? /^#[^\r\n]*/.exec(rest) : null;
    if (comment !== null) return this.#take(comment[0].length);
    const ends = /^[\r\n]+/.exec(rest);
    if (ends !== null) {
      this.#endLine();
      return this.#take(ends[0].length);
    }
    if (rest.startsWith("'")) return this.#quoted(/^'([^']*)'/.exec(rest), part => part);
    if (rest.startsWith('"')) {
      return this.#quoted(/^"((?:[^"\\]|\\.)*)"/s.exec(rest), part =>
        variables(part.replaceAll(/\\(["\\$`])/g, '$1')),
      );
    }
    const here = /^(?:\$\(pwd\)|\$\{?PWD\}?(?!\w)|%cd%)/i.exec(rest);
    if (here !== null) return this.#add('${workspaceFolder}', here[0].length);
    const literal = /^(?:<[A-Za-z][\w -]*>|\$\{[^{}]*\}|\$(?:env:)?[A-Za-z_]\w*)/i.exec(rest);
    if (literal !== null) return this.#add(variables(literal[0]), literal[0].length);
    if (isStart && /^~(?=[/\\\s]|$)/.test(rest)) return this.#add('${userHome}', 1);
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

  #endLine(): void {
    this.#end();
    if (this.#words.length > 0) this.#lines.push(this.#words);
    this.#words = [];
  }
}

/** `$NAME`, and `$env:NAME` of PowerShell, as ours; what is in braces is brought to ours with the rest of the server. */
function variables(text: string): string {
  return text.replaceAll(/\$(?:env:)?([A-Za-z_]\w*)/gi, (_, name: string) =>
    name === 'PWD' ? '${workspaceFolder}' : `\${env:${name}}`,
  );
}
