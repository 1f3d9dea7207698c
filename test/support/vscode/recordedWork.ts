/** A workflow with all kinds of rows, recorded by the agent of a chat. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './chat';
import { field, find } from './results';
import { calls, says, type Step } from './script';
import { folder, write } from './workspaceFiles';

/** Two tasks that have ended and wait for a person, with files, a decision and an issue. */
export async function recordWork(): Promise<void> {
  const begun = await ask('Work on the signals', [
    calls('start_workflow', {
      name: 'Signals',
      plan: [
        { step: '1', goal: 'Box' },
        { step: '2', goal: 'Lamps' },
      ],
    }),
    startTask('1', 'Signal box'),
    calls('log_decision', results => ({
      task_id: field(results, 'task_id'),
      category: 'library_choice',
      question: 'Which?',
      chosen: 'Zod',
      reasoning: 'Small.',
    })),
    calls('log_issue', results => ({
      task_id: field(results, 'task_id'),
      type: 'documentation_gap',
      description: 'Docs out of date',
      resolution: 'Read the examples',
      requires_human_review: true,
    })),
    says('Begun.'),
  ]);
  write('src/points.ts', '// points\n');
  write('src/signals.ts', '// signals\n');
  rmSync(join(folder, 'sign.txt'));
  const workflow = find(begun.results, 'workflow_id');
  const next = await ask('Now the lamps', [
    completeTask(find(begun.results, 'task_id')),
    calls('start_task', {
      workflow_id: workflow,
      planned_step: '2',
      name: 'Lamps',
      goal: 'Lamps',
      areas: ['src'],
    }),
    says('Begun.'),
  ]);
  write('src/lamps.ts', '// lamps\n');
  await ask('The lamps are done', [completeTask(find(next.results, 'task_id')), says('Done.')]);
}

function startTask(step: string, name: string): Step {
  return calls('start_task', results => ({
    workflow_id: field(results, 'workflow_id'),
    planned_step: step,
    name,
    goal: name,
    areas: ['src'],
  }));
}

function completeTask(task: string): Step {
  return calls('complete_task', {
    task_id: task,
    status: 'success',
    outcome: { summary: 'Done.', manual_review_needed: true, manual_review_reason: 'Look.' },
  });
}
