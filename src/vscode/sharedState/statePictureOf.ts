import type { StateCore } from './stateCore';
import type { Note } from '../../shared/explorer/picture';
import type { StateLook, StateNote, StatePicture, StateWords, Tab } from '../../shared/sharedState/picture';
import type { Wording } from '../words/wording';
import { numeral } from '../words/amounts';
import { boardRows } from './boardRows';
import { stateCount } from './stateCount';
import type { DrawnRows, StateItem } from './stateItem';
import { heatPicture } from './trailHeat';
import { tripleRows } from './tripleRows';
// The doors of these modules become parts of `Core` with them.
import '../../modules/blackboard/module';
import '../../modules/knowledge/module';
import '../../modules/stigmergy/module';

/** A picture, and what its rows are about, by their ids. */
export interface DrawnState {
  readonly picture: StatePicture;
  readonly items: ReadonlyMap<string, StateItem>;
}

/** What agents share, as it is now. Pure; costs what is shown, however much there is. */
export function statePictureOf(core: StateCore, look: StateLook, wording: Wording): DrawnState {
  const { t } = wording;
  const tabs = tabsOf(core, wording);
  const frame = { tabs, tab: look.tab, words: wordsOf(wording) };
  const noteOf = (): StateNote =>
    look.query === '' ? emptyNote(look.tab, wording) : { text: t('No matches.'), actions: [] };
  if (look.tab === 'trails') {
    const { map, count } = heatPicture(core.stigmergy, look.query, wording);
    return { picture: { ...frame, count, ...(map ? { map } : { note: noteOf() }) }, items: new Map() };
  }
  const { table, items, seen }: DrawnRows =
    look.tab === 'blackboard' ? boardRows(core, look.query, wording) : tripleRows(core, look.query, wording);
  const count = stateCount(seen, look.query !== '', wording);
  const isEmpty = table.rows.length === 0;
  return { picture: { ...frame, count, ...(isEmpty ? { note: noteOf() } : { table }) }, items };
}

/** A page of nothing but words: what is in the way, and what to do about it. */
export function stateNoticeOf(note: Note, wording: Wording): StatePicture {
  return { tabs: [], count: '', note, words: wordsOf(wording) };
}

function tabsOf({ blackboard, knowledge, stigmergy }: StateCore, wording: Wording): StatePicture['tabs'] {
  const { t } = wording;
  return [
    { id: 'blackboard', name: t('Blackboard'), count: numeral(blackboard.size, wording) },
    { id: 'knowledge', name: t('Knowledge'), count: numeral(knowledge.size, wording) },
    { id: 'trails', name: t('Trails'), count: numeral(stigmergy.size, wording) },
  ];
}

function emptyNote(tab: Tab, { t }: Wording): StateNote {
  const texts: Readonly<Record<Tab, string>> = {
    blackboard: t(
      'The blackboard is empty. Agents in this workspace leave notes for each other here: a key, a value, tags, and an expiry time.',
    ),
    knowledge: t(
      'No knowledge yet. Agents in this workspace store facts here as subject, predicate, and object, for themselves and for later chats.',
    ),
    trails: t(
      'There are no trails. Agents in this workspace mark where they work. The marks fade over time and show other agents where work is happening.',
    ),
  };
  const how = t('Agents turn this on for their chat when needed. You can turn it on for every chat.');
  return {
    text: `${texts[tab]} ${how}`,
    actions: [{ command: 'toggleFeature', title: t('Toggle Feature…') }],
  };
}

function wordsOf({ t }: Wording): StateWords {
  return {
    title: t('Shared State'),
    about: t('State that agents in this workspace share.'),
    searchLabel: t('Filter'),
    searchPlaceholder: t('Filter…'),
    clear: t('Clear filter'),
    actions: t('Actions'),
    rowCommands: [t('Copy Value'), t('Copy Key'), t('Show History'), t('Delete Entry…')],
  };
}
