import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { BookedRound } from '../../core/rounds/roundBook';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { editorWording } from '../words/editorWording';
import { roundStateText } from '../words/roundState';
import { joined } from '../words/wording';
import { namedRound } from './named';

/** What a command does with a round. */
interface RoundPurpose {
  /** Title of the pick. */
  readonly title: string;
  readonly suits: (round: BookedRound) => boolean;
  /** Said where no round suits. */
  readonly empty: string;
}

/** The round whose row or document was used, else the one that a person picks of those that suit; undefined where they leave. */
export async function pickRound(
  { rounds }: Runtime,
  argument: unknown,
  { title, suits, empty }: RoundPurpose,
): Promise<BookedRound | undefined> {
  const suiting = rounds.book.all().filter(suits);
  const name = namedRound(argument);
  const found = suiting.find(({ id }) => id === name);
  if (found !== undefined) return found;
  if (name !== undefined || suiting.length === 0) {
    notify('info', empty);
    return undefined;
  }
  const wording = editorWording();
  const picked = await vscode.window.showQuickPick(
    suiting.map(round => ({
      label: oneLine(round.model, 100),
      description: joined(roundStateText(round, wording), wording.time(round.startedAt)),
      detail: round.servers.map(server => oneLine(server, 64)).join(', '),
      round,
    })),
    { title, placeHolder: vscode.l10n.t('Select an LLM round') },
  );
  return picked?.round;
}
