/** What the manifest says that the menu of a row offers. */
import { extensions } from 'vscode';

type Context = Readonly<Record<string, unknown>>;

interface Item {
  readonly command: string;
  readonly when: string;
  readonly group: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: { readonly 'webview/context': readonly Item[] };
  };
}

/** Titles of the commands for a row, in the menu's order; the commands themselves too. */
export function offeredFor(
  context: Context,
): readonly { readonly command: string; readonly title: string }[] {
  const { commands, menus } = manifest().contributes;
  return menus['webview/context']
    .filter(({ when }) => holds(when, context))
    .toSorted((a, b) => compareGroups(a.group, b.group))
    .map(({ command }) => ({
      command,
      title: commands.find(each => each.command === command)?.title ?? '',
    }));
}

/** Every command that a menu of the sidebar or of a task's page can offer. */
export function everyMenuCommand(): ReadonlySet<string> {
  const items = manifest().contributes.menus['webview/context'];
  return new Set(items.filter(({ when }) => !when.includes('sharedState')).map(({ command }) => command));
}

function manifest(): Manifest {
  return extensions.getExtension('switchyard.switchyard')?.packageJSON as Manifest;
}

/** The part of VS Code's `when` that our menus use: `a == 'b'`, `a =~ /b/`, `!a`, `a`, joined by `&&`. */
function holds(when: string, context: Context): boolean {
  return when.split(' && ').every(part => {
    const [, not, key = '', operator, value = ''] = /^(!?)(\w+)(?: (==|=~) (.+))?$/.exec(part) ?? [];
    const is = context[key];
    if (operator === '==') return `'${String(is)}'` === value;
    if (operator === '=~') return new RegExp(value.slice(1, -1)).test(String(is));
    if (key === '') throw new Error(`This test can't read "${part}".`);
    return Boolean(is) !== (not === '!');
  });
}

/** By name of the group, then by the number behind it. */
function compareGroups(a: string, b: string): number {
  const [[nameA = '', orderA], [nameB = '', orderB]] = [a.split('@'), b.split('@')];
  return nameA === nameB ? Number(orderA) - Number(orderB) : nameA < nameB ? -1 : 1;
}
