import type { Sandbox } from '../../core/agents/agentLink';

/** Variables of ours, of our host, and of what loads code into programs: no child gets them. */
const OURS = /^(?:SWITCHYARD_|VSCODE_|ELECTRON_|NODE_OPTIONS$|GIT_|LD_|DYLD_|MARK_)/;

/** What a program may know of this machine in the strict profile: where programs are, and how to write. */
const STRICT = new Set(['PATH', 'LANG', 'TERM', 'SYSTEMROOT', 'TEMP', 'TMPDIR']);

/**
 * The variables that a profile sets on top of what servers get (`standard`). A variable that is to be missing is set to nothing:
 * that is what a program can be told over what everybody gets.
 */
export function environmentOf(
  sandbox: Sandbox,
  standard: Readonly<Record<string, string>>,
  own: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  switch (sandbox) {
    case 'standard':
      return {};
    case 'strict':
      return Object.fromEntries(
        Object.keys(standard).flatMap(name => (STRICT.has(name.toUpperCase()) ? [] : [[name, '']])),
      );
    case 'permissive':
      return Object.fromEntries(
        Object.entries(own).filter(
          (entry): entry is [string, string] =>
            entry[1] !== undefined && !OURS.test(entry[0]) && !(entry[0] in standard),
        ),
      );
  }
}
