import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commands, workspace } from 'vscode';
import { readyChat } from '../support/vscode/chat';
import { inView, rows } from '../support/vscode/explorer';
import { recordWork } from '../support/vscode/recordedWork';
import { until } from '../support/vscode/until';
import { screenshot } from '../support/vscode/window';
import { folder, write } from '../support/vscode/workspaceFiles';

/** The font in which the icon of a file is drawn in the sidebar, and whether the document has one of that name. */
async function drawn(): Promise<string> {
  const script = `const icon = [...element.querySelectorAll('.icon')].find(each => each.dataset.file === 'signals.ts');
    if (!icon) return '';
    const plain = family => family.replaceAll('"', '');
    const family = plain(getComputedStyle(icon, '::before').fontFamily);
    const font = [...element.ownerDocument.fonts].find(each => plain(each.family) === family);
    return [family, font?.status].join(' ');`;
  return String(await inView('Workflows', script));
}

async function setTheme(theme: string | null | undefined): Promise<void> {
  await workspace.getConfiguration('workbench').update('iconTheme', theme, true);
}

suiteSetup(() => readyChat());
suiteTeardown(() => setTheme(undefined));

test('a file has the icon of the file icon theme, and that of its type where none is set', async () => {
  write('sign.txt', 'Stop\n');
  rmSync(join(folder, 'src'), { recursive: true, force: true });
  await recordWork();
  await commands.executeCommand('switchyard.workflows.focus');
  await until('The files are shown', async () => (await rows('Workflows')).includes('signals.ts'));
  await until('It is drawn as in VS Code', async () => (await drawn()) === 'file-icons-seti loaded');
  await screenshot('file-icons');
  await setTheme(null);
  await until('It has the icon of its type', async () => (await drawn()) === 'codicon loaded');
  await setTheme('vs-seti');
  await until('It is drawn so again', async () => (await drawn()) === 'file-icons-seti loaded');
});
