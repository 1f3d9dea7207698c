import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { RoundWish } from '../../core/rounds/roundWish';
import type { ServerId } from '../../shared/ids';
import type { Runtime } from '../host/runtime';
import { runNative } from '../host/nativeCommand';
import { serverItems } from '../picks/serverItems';
import { inert, notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';
import { Refusal } from '../../core/support/refusal';
import { type CommandContext, defineCommand } from './defineCommand';
import { showRound } from './openRound';

/** How often the model may be asked, and how long that may take with a person who answers questions in between. */
const MAX_LOOPS = 25;
const TIMEOUT_MS = 30 * 60_000;

export const runRound = defineCommand({
  id: 'switchyard.runRound',
  async run(context) {
    const model = await pickModel();
    if (model === undefined) return;
    const runtime = await context.host.runtime();
    const servers = await pickServers(runtime);
    if (servers === undefined) return;
    const prompt = await vscode.window.showInputBox({
      title: `${vscode.l10n.t('Run LLM Round')} (3/3)`,
      prompt: vscode.l10n.t('Prompt for {0}', inert(oneLine(model.name, 80))),
      ignoreFocusOut: true,
      validateInput: given => (given.trim() === '' ? vscode.l10n.t('Enter a prompt.') : undefined),
    });
    if (prompt === undefined) return;
    await run(context, runtime, {
      model: `${model.vendor}/${model.id}`,
      messages: [{ role: 'user', content: prompt }],
      servers: servers.map(label => ({ label, allowedTools: [], requireApproval: 'auto' })),
      customTools: [],
      settings: {},
      maxLoops: MAX_LOOPS,
      timeoutMs: TIMEOUT_MS,
      approvals: new Map(),
      // Without a server it changes nothing.
      record:
        servers.length === 0
          ? undefined
          : { name: vscode.l10n.t('LLM round with {0}', oneLine(model.name, 80)), workflow: null, areas: [] },
    });
  },
});

async function pickModel(): Promise<vscode.LanguageModelChat | undefined> {
  const models = await vscode.lm.selectChatModels();
  if (models.length === 0) {
    const title = vscode.l10n.t('Manage Language Models');
    notify('info', vscode.l10n.t('VS Code has no language model yet.'), {
      label: title,
      run: () => runNative('workbench.action.chat.manage', title),
    });
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    models.map(model => ({
      label: oneLine(model.name, 80),
      description: oneLine(`${model.vendor}/${model.id}`, 120),
      model,
    })),
    {
      title: `${vscode.l10n.t('Run LLM Round')} (1/3)`,
      placeHolder: vscode.l10n.t('Select a model'),
      matchOnDescription: true,
    },
  );
  return picked?.model;
}

async function pickServers({ core }: Runtime): Promise<readonly ServerId[] | undefined> {
  const items = serverItems(core.gateway.environment(), ['active', 'available']);
  const picked = await vscode.window.showQuickPick([...items], {
    title: `${vscode.l10n.t('Run LLM Round')} (2/3)`,
    placeHolder: vscode.l10n.t('Select the MCP servers whose tools the model gets, or none'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.flatMap(({ server }) => server ?? []);
}

/** Shows it while it runs: what came of it stands there. It can be stopped, and goes on when the notification is closed. */
async function run({ log }: CommandContext, runtime: Runtime, wish: RoundWish): Promise<void> {
  const rounds = await runtime.rounds.open();
  const title = vscode.l10n.t('Running LLM round with {0}…', oneLine(wish.model, 80));
  let isShown = false;
  const show = (id: string): void => {
    isShown = true;
    showRound(id).catch((error: unknown) => log.warn('A round could not be shown', { error: String(error) }));
  };
  try {
    await withProgress(title, signal =>
      rounds.run(wish, event => event.type === 'start' && show(event.id), signal),
    );
  } catch (error) {
    // Stopped from its row.
    if (Refusal.is(error, 'cancelled')) return;
    if (!isShown || !Refusal.is(error)) throw error;
    notify('warning', refusalWords(error, editorWording()));
  }
}
