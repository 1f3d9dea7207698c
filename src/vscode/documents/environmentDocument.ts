import * as vscode from 'vscode';
import type { EnvironmentRow } from '../../core/catalog/environment';
import { oneLine } from '../../core/catalog/entry/plainText';
import { problemLine } from '../../core/catalog/entry/problemLine';
import type { Core } from '../../core/core';
import type { JournalFigures } from '../../core/journal/journal';
import { Refusal } from '../../core/support/refusal';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';
import { failureTexts } from '../status/failureTexts';
import { costOf, serverGroups } from '../picks/serverItems';
import { editorWording } from '../words/editorWording';
import { journalWords } from '../words/journalWords';
import { needWords, originWords } from '../words/originWords';
import { budgetWarnings } from '../status/summary';
import { serversOfWindow } from '../status/usage';
import { onceOpen } from './onceOpen';

const SCHEME = 'switchyard-environment';

/** The document's address, by which its tab is called. */
export function environmentUri(): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${vscode.l10n.t('MCP Environment')}.md` });
}

/** Provides the text of "Show MCP Environment" and keeps it up to date while it is open. */
export function registerEnvironmentDocument(host: RuntimeHost): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const owned: vscode.Disposable[] = [changed];
  owned.push(
    onceOpen(SCHEME, uri => changed.fire(uri)),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: async () => {
        const runtime = await host.runtime();
        return environmentDocument(runtime, await figuresOf(runtime.core));
      },
    }),
    host.onDidStart(({ core }) => {
      const refresh = (): void => changed.fire(environmentUri());
      owned.push(
        core.bus.subscribe(event => event.stream === 'gateway' && refresh()),
        core.catalog.onDidChange(refresh),
      );
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

/** The page is for looking what is wrong, too: undefined where the journal is out of reach, which `problem` tells. */
async function figuresOf({ journal }: Pick<Core, 'journal'>): Promise<JournalFigures | undefined> {
  try {
    return await journal.figures();
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return undefined;
  }
}

function environmentDocument(
  { core, problem, sessionNames }: Runtime,
  journal: JournalFigures | undefined,
): string {
  const sessions = core.gateway.sessions().map(session => {
    const servers = [...session.activations.keys()].join(', ') || vscode.l10n.t('no server');
    // Programs name themselves.
    return `- ${vscode.l10n.t('{0}: {1}', cell(sessionNames.of(session)), servers)}`;
  });
  const problems = core.catalog.problems().map(each => `- ${cell(problemLine(each), 800)}`);
  const rows = serversOfWindow(core.gateway);
  const warnings = [
    ...failureTexts(core.gateway, vscode.l10n).map(text => `- ${cell(text, 400)}`),
    ...budgetWarnings(core, sessionNames).map(text => `- ${cell(text, 400)}`),
    ...rows.flatMap(({ id, warnings: found = [] }) => found.map(text => `- ${id}: ${cell(text, 400)}`)),
  ];
  const hidden = core.catalog.entries().flatMap(entry =>
    core.catalog.shadowed(entry.id).map(({ origin }) => {
      const [from, by] = [origin, entry.origin].map(place => cell(originWords(place, vscode.l10n.t), 300));
      return `- ${vscode.l10n.t('{0} from {1}, hidden by the one from {2}', entry.id, from ?? '', by ?? '')}`;
    }),
  );
  return [
    `# ${vscode.l10n.t('MCP Environment')}`,
    ...(problem === undefined ? [] : [problem]),
    ...(problems.length === 0 ? [] : [`## ${vscode.l10n.t('Problems')}`, problems.join('\n')]),
    ...(warnings.length === 0 ? [] : [`## ${vscode.l10n.t('Warnings')}`, warnings.join('\n')]),
    `## ${vscode.l10n.t('Chat sessions')}`,
    sessions.join('\n') || vscode.l10n.t('No chat has used Switchyard since this window was loaded.'),
    ...serverGroups(rows, core.gateway.nextChat.servers()).flatMap(({ title, found }) => [
      `## ${title} (${found.length})`,
      tableOf(found, core.catalog),
    ]),
    ...(hidden.length === 0
      ? []
      : [`## ${vscode.l10n.t('Hidden by another of the same name')}`, hidden.join('\n')]),
    ...(journal === undefined
      ? []
      : [`## ${vscode.l10n.t('Journal')}`, journalWords(journal, editorWording())]),
    '',
  ].join('\n\n');
}

function tableOf(rows: readonly EnvironmentRow[], catalog: Core['catalog']): string {
  const lines = rows.map(row => {
    const { id, description, tools, tokens, listed, asOf, lacks, missing, failure, status } = row;
    const cost = tools === undefined ? '' : costOf(tools, tokens, listed);
    const from = asOf === undefined ? '' : ` (${vscode.l10n.t('as of {0}', cell(asOf))})`;
    const needs = cell(needWords([...missing, ...(lacks === undefined ? [] : [lacks])], vscode.l10n.t));
    const why = status === 'disabled' ? whyOff(catalog, id) : (failure ?? '');
    return `| ${id} | ${cell(description)} | ${cost}${from} | ${needs || cell(why)} |`;
  });
  const head = [
    vscode.l10n.t('Server'),
    vscode.l10n.t('Purpose'),
    vscode.l10n.t('Cost'),
    vscode.l10n.t('Needs'),
  ];
  return [`| ${head.join(' | ')} |`, '|---|---|---|---|', ...lines].join('\n');
}

/** Who switched a server off, and why; empty where it is not off. */
function whyOff(catalog: Core['catalog'], id: EnvironmentRow['id']): string {
  const { disabledBy, disabledReason = '' } = catalog.require(id);
  const { t } = vscode.l10n;
  const words = {
    user: t('disabled by you'),
    workspace: t('disabled for this workspace'),
    policy: t('not offered'),
  };
  return disabledBy === null ? '' : `${words[disabledBy]}. ${disabledReason}`.trim();
}

/** Foreign text in a table: one line, no column of its own, no Markdown. */
function cell(text: string, maxLength = 200): string {
  return oneLine(text, maxLength).replaceAll(/[\\|<>`*_[\]]/g, character => `\\${character}`);
}
