import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Caller, Session } from '../../core/gateway/sessions/sessions';
import { PLANS_FOLDER, type SavedPlan, writtenPlan } from '../../modules/plans/files/savedPlan';
import type { ToolProblem, UsedTool } from '../../modules/plans/run/checkTools';
import type { Runtime } from '../host/runtime';
import { workspaceFile } from '../catalog/workspaceFile';
import { pickPlan, plansFolder } from '../picks/pickPlan';
import { editorWording } from '../words/editorWording';
import { stateText } from '../words/planState';
import { pickSession } from '../picks/pickSession';
import { notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';
import { showPlan } from './managePlans';
import { defineCommand } from './defineCommand';

export const runPlan = defineCommand({
  id: 'switchyard.runPlan',
  async run({ host }) {
    const runtime = await host.runtime();
    const folder = plansFolder();
    if (folder === undefined)
      return notify('warning', vscode.l10n.t('Open a folder first: plans are kept with it.'));
    const files = await folder.read();
    if (files.length === 0) return offerExample();
    const picked = await pickPlan(files);
    if (picked === undefined) return;
    if (picked.plan === undefined) return await open(picked.file);
    const session = await pickSession(runtime);
    if (!session) return;
    const caller = callerOf(session);
    if (await isReady(runtime, session, caller, picked.plan))
      await run(runtime, caller, picked.plan, picked.file);
  },
});

/** Shows what a run would call, and switches on what is missing. */
async function isReady(
  { core }: Runtime,
  session: Session,
  caller: Caller,
  plan: SavedPlan,
): Promise<boolean> {
  const { signal } = new AbortController();
  let found = await core.plans.check(caller, plan.tree, signal);
  const missing = new Set(found.problems.flatMap(({ server }) => server ?? []));
  if (missing.size > 0) {
    const names = [...missing].join(', ');
    const activate = vscode.l10n.t('Activate');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Activate {0} in this chat session?', names),
      { modal: true, detail: vscode.l10n.t('The plan calls tools of servers that are not active.') },
      activate,
    );
    if (answer !== activate) return false;
    for (const server of missing) await core.gateway.activateFor(session, server, signal);
    found = await core.plans.check(caller, plan.tree, signal);
  }
  const { problems, tools } = found;
  if (problems.length > 0) {
    notify(
      'error',
      vscode.l10n.t('The plan was not run: {0}', problems.map(problemLine).slice(0, 3).join(' ')),
    );
    return false;
  }
  const yes = vscode.l10n.t('Run');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Run plan "{0}"?', oneLine(plan.tree.id, 100)),
    { modal: true, detail: tools.map(toolLine).join('\n') },
    yes,
  );
  return answer === yes;
}

/** Runs it, with a way to end it; it goes on when the notification is closed. */
async function run(
  { core }: Runtime,
  caller: Caller,
  { tree, variables }: SavedPlan,
  file: string,
): Promise<void> {
  const spec = {
    mode: 'bt',
    tree,
    variables,
    caller,
    opId: `plan_op_${core.ids.next()}`,
    correlation: {},
    deadline: null,
    tickMs: null,
    budgetMs: null,
    file: `${PLANS_FOLDER}/${file}`,
  } as const;
  const started = await core.plans.start(spec, { options: {} }, new AbortController().signal);
  const name = oneLine(tree.id, 100);
  await showPlan(core.plans.find(started.id));
  const isOver = await withProgress(vscode.l10n.t('Running plan "{0}"…', name), async signal => {
    signal.addEventListener('abort', () => void core.plans.cancel(started.id, 'person', null), {
      once: true,
    });
    await started.over;
    return true;
  });
  const ended = core.plans.find(started.id);
  const text = vscode.l10n.t('Plan "{0}": {1}.', name, stateText(ended, editorWording()));
  const why = ended.failure === null || isOver === undefined ? '' : ` ${oneLine(ended.failure.message, 200)}`;
  notify(ended.state === 'failed' ? 'error' : 'info', `${text}${why}`);
}

function callerOf({ id, isConversation, connection, host }: Session): Caller {
  return { session: id, isConversation, connection, host };
}

function problemLine({ leaf, message }: ToolProblem): string {
  return `${oneLine(leaf, 60)}: ${oneLine(message, 160)}`;
}

function toolLine({ tool, server, leaves, asks }: UsedTool): string {
  const where = server === null ? vscode.l10n.t('built in') : server;
  const line = `${oneLine(tool, 60)} (${where}) × ${leaves}`;
  return asks ? vscode.l10n.t('{0}: asks you', line) : line;
}

async function open(file: string): Promise<void> {
  const uri = workspaceFile(`${PLANS_FOLDER}/${file}`);
  if (uri) await vscode.window.showTextDocument(uri);
}

function offerExample(): void {
  notify('info', vscode.l10n.t('There are no plans in {0}.', PLANS_FOLDER), {
    label: vscode.l10n.t('Create Example'),
    run: async () => {
      const root = {
        type: 'sequence',
        children: [
          { type: 'task', id: 'note', tool: 'noop', input: { $text: 'Hello {/vars/name}' } },
          { type: 'task', tool: 'wait', input: { duration_ms: 1_000 } },
        ],
      } as const;
      await plansFolder()?.add('example.json', writtenPlan({ id: 'example', root }, { name: 'world' }));
      await open('example.json');
    },
  });
}
