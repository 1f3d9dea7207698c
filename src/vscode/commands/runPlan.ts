import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Caller } from '../../core/gateway/sessions/sessions';
import { PLANS_FOLDER, type SavedPlan, writtenPlan } from '../../modules/plans/files/savedPlan';
import { callerOf, isReady } from '../workflow/planReadiness';
import { workspaceFile } from '../catalog/workspaceFile';
import { pickPlan, plansFolder } from '../picks/pickPlan';
import { editorWording } from '../words/editorWording';
import { stateText } from '../words/planState';
import { pickSession } from '../picks/pickSession';
import { notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';
import { type CommandContext, defineCommand } from './defineCommand';

export const runPlan = defineCommand({
  id: 'switchyard.runPlan',
  async run(context) {
    const runtime = await context.host.runtime();
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
    if (await isReady(runtime, session, { tree: picked.plan.tree, as: caller }))
      await run(context, caller, picked.plan, picked.file);
  },
});

/** Runs it, with a way to end it; it goes on when the notification is closed. */
async function run(
  { host, pages }: CommandContext,
  caller: Caller,
  { tree, variables }: SavedPlan,
  file: string,
): Promise<void> {
  const { core } = await host.runtime();
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
  await pages.plan.open({ id: started.id, name: tree.id });
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
