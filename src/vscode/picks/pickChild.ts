import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import '../../modules/children/module';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { type Child, childStateText } from '../words/childState';
import { editorWording } from '../words/editorWording';
import { namedChild } from './named';

/** What a command does with a child agent. */
export interface ChildPurpose {
  /** Title of the pick. */
  readonly title: string;
  readonly suits: (child: Child) => boolean;
  /** Said where no child suits. */
  readonly empty: string;
}

/** The child whose row or page was used, else the one that a person picks of those that suit; undefined where they leave. */
export async function pickChild(
  { core }: Runtime,
  argument: unknown,
  { title, suits, empty }: ChildPurpose,
): Promise<Child | undefined> {
  const children = core.children.all().filter(suits);
  const name = namedChild(argument);
  const found = children.find(({ spec }) => spec.id === name);
  if (found !== undefined) return found;
  if (name !== undefined || children.length === 0) {
    notify('info', empty);
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    children.map(child => ({
      label: oneLine(child.spec.id, 100),
      description: childStateText(child, editorWording()),
      ...(child.spec.role === null ? {} : { detail: oneLine(child.spec.role, 160) }),
      child,
    })),
    { title, placeHolder: vscode.l10n.t('Select a child agent'), matchOnDetail: true },
  );
  return picked?.child;
}
