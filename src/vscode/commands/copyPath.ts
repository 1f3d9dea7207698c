import * as vscode from 'vscode';
import { targetsOf } from '../../shared/explorer/messages';
import { pickFile } from '../picks/pickFile';
import { workspaceFile } from '../catalog/workspaceFile';
import { defineCommand } from './defineCommand';

export const copyPath = defineCommand({
  id: 'switchyard.copyPath',
  async run({ host }, argument) {
    const named = targetsOf(argument).flatMap(({ path }) => path ?? []);
    const paths =
      named.length > 0 ? named : [await pickFile(await host.runtime(), argument, vscode.l10n.t('Copy Path'))];
    const files = [...new Set(paths)].flatMap(path =>
      path === undefined ? [] : (workspaceFile(path) ?? []),
    );
    if (files.length > 0) await vscode.env.clipboard.writeText(files.map(({ fsPath }) => fsPath).join('\n'));
  },
});
