import * as vscode from 'vscode';
import { SERVER_STATUSES } from '../../core/catalog/environment';
import { Refusal } from '../../core/support/refusal';
import { documentationOf } from '../links/documentationOf';
import { namedServer, pickServer } from '../picks/pickServer';
import { defineCommand } from './defineCommand';

export const openDocumentation = defineCommand({
  id: 'switchyard.openDocumentation',
  async run({ host }, argument) {
    const { catalog, gateway } = (await host.runtime()).core;
    const server =
      namedServer(argument) ??
      (await pickServer(
        gateway.environment().filter(({ id }) => documentationOf(catalog.require(id)) !== undefined),
        {
          title: vscode.l10n.t('Open Documentation'),
          placeholder: vscode.l10n.t('Select a server to open its documentation'),
          statuses: SERVER_STATUSES,
          empty: vscode.l10n.t('No server has a documentation page.'),
        },
      ));
    if (server === undefined) return;
    const page = documentationOf(catalog.require(server));
    if (!page) {
      throw new Refusal('no-documentation', vscode.l10n.t('"{0}" has no documentation page.', server));
    }
    await vscode.env.openExternal(page);
  },
});
