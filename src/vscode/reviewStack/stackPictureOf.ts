import { riskiestFirst } from '../../core/workflow/report/reviewRisk';
import type { Workflows } from '../../core/workflow/workflows';
import type { Note } from '../../shared/explorer/picture';
import { MAX_CARDS } from '../../shared/reviewStack/messages';
import type { StackPicture, StackWords } from '../../shared/reviewStack/picture';
import type { Offer } from '../taskPage/offers';
import { numeral, plural } from '../words/amounts';
import type { Wording } from '../words/wording';
import { cardOf } from './cardOf';

/** What the page is drawn from. */
export type StackWorkflows = Pick<Workflows, 'reviewQueue' | 'workflow'>;

/** All tasks that wait for a review, the riskiest first. `draftOf`: what was begun on a task. */
export function stackPictureOf(
  workflows: StackWorkflows,
  draftOf: (task: string) => string,
  wording: Wording,
): StackPicture {
  const { t } = wording;
  const queue = workflows.reviewQueue();
  if (queue.length === 0) return stackNoticeOf(nothingToReview(wording), wording);
  const cards = riskiestFirst(queue)
    .slice(0, MAX_CARDS)
    .map(task => cardOf(task, workflows.workflow(task.workflow), draftOf(task.id), wording));
  const all = numeral(queue.length, wording);
  return {
    cards,
    count: plural(queue.length, wording, t('{0} waiting', all), t('{0} waiting', all)),
    more:
      cards.length === queue.length
        ? ''
        : t('Showing the riskiest {0} of {1}.', numeral(cards.length, wording), all),
    words: wordsOf(wording),
  };
}

/** A page of nothing but words: what is in the way, or that nothing waits, and what to do. */
export function stackNoticeOf(note: Note, wording: Wording): StackPicture {
  return { cards: [], count: '', more: '', note, words: wordsOf(wording) };
}

/** What is meant by a wish of the page; undefined where the picture does not offer that. */
export function stackOfferOf(
  { cards, note }: StackPicture,
  command: string,
  item: string,
): Offer | undefined {
  if (item === '') {
    const isOffered = note?.actions.some(action => action.command === command) === true;
    return isOffered ? { command, target: undefined } : undefined;
  }
  const card = cards.find(({ id }) => id === item);
  if (card) {
    const isOffered = card.actions.some(action => action.command === command);
    return isOffered ? { command, target: card.target } : undefined;
  }
  const row = cards.flatMap(({ files }) => files).find(({ id }) => id === item);
  const isOffered =
    row?.enter === command || row?.actions?.some(action => action.command === command) === true;
  return row && isOffered ? { command, target: row.target } : undefined;
}

function nothingToReview({ t }: Wording): Note {
  return {
    text: t(
      'Nothing needs review. A task comes here when its agent asks for a review, when it changes files outside its areas, and when its changes are unknown or lose work.',
    ),
    actions: [
      { command: 'showWorkflows', title: t('Show Workflows') },
      { command: 'openChat', title: t('Open Chat') },
    ],
  };
}

function wordsOf({ t }: Wording): StackWords {
  return {
    title: t('Review'),
    about: t(
      'Riskiest first: lost work, unknown changes, files outside the areas, failures, deleted files, size.',
    ),
    list: t('Tasks that need review'),
    keys: t(
      'J and K move · Enter opens the task · D opens its changes · A goes to Approve · R goes to the comment',
    ),
    files: t('Look at first'),
    yours: t('Your Review'),
    placeholder: t('Comment for the agent'),
    approve: t('Approve'),
    request: t('Request Changes'),
    chat: t('Send to Chat'),
    missing: t('Describe what should change.'),
  };
}
