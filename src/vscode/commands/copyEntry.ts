import * as vscode from 'vscode';
import type { Task } from '../../core/workflow/model/state';
import { type Target } from '../../shared/explorer/picture';
import { targetsOf } from '../../shared/explorer/messages';
import { defineCommand } from './defineCommand';

/** Copies decisions and issues as text. Only rows have it, so there is nothing to ask. */
export const copyEntry = defineCommand({
  id: 'switchyard.copyEntry',
  async run({ host }, argument) {
    const { workflows } = (await host.runtime()).core;
    const texts = targetsOf(argument).flatMap(target =>
      target.task === undefined ? [] : textsOf(workflows.task(target.task), target),
    );
    if (texts.length > 0) await vscode.env.clipboard.writeText(texts.join('\n\n'));
  },
});

function textsOf({ decisions, issues }: Task, { event }: Target): readonly string[] {
  return [
    ...decisions
      .filter(({ id }) => id === event)
      .map(({ question, chosen, reasoning }) => `${question}\n${chosen}\n${reasoning}`),
    ...issues
      .filter(({ id }) => id === event)
      .map(({ description, resolution }) => `${description}\n${resolution}`),
  ];
}
