import type { Core } from '../../core/core';
import type { BookedRound } from '../../core/rounds/roundBook';
import { MAX_ROWS } from '../../shared/explorer/messages';
import type { Note, Picture, View, Words } from '../../shared/explorer/picture';
import { catalogRows, catalogSummary, hasServers } from './catalogPicture';
import { childRows } from './childRows';
import { leaseRows } from './leaseRows';
import { planRows } from './planRows';
import { roundRows } from './roundRows';
import { sessionMeters, sessionRows, sessionsSummary } from './sessionsPicture';
import type { Wording } from '../words/wording';
import { type WorkflowsLook, workflowRows, workflowsSummary } from './workflowsPicture';

/** What pictures are made of. */
export type PicturedCore = Pick<
  Core,
  'workflows' | 'gateway' | 'registry' | 'catalog' | 'clock' | 'plans' | 'children' | 'contract-net'
>;

/** What of the window a picture depends on. */
export interface Surroundings extends Omit<WorkflowsLook, 'nowMs'> {
  readonly hasFolder: boolean;
  /** LLM rounds, the newest first. */
  readonly rounds: readonly BookedRound[];
  readonly git: 'repository' | 'no-repository' | 'no-git';
  /** What the user has to be told about the journal. */
  readonly problem?: string | undefined;
}

/** A view as it is now. Pure: the same state gives the same picture. */
export function pictureOf(
  core: PicturedCore,
  view: View,
  query: string,
  around: Surroundings,
  wording: Wording,
): Picture {
  const words = wordsOf(view, wording);
  // Where the records are, and nowhere else: one problem is told once.
  const problems =
    around.problem === undefined
      ? []
      : [
          {
            text: around.problem,
            // A team's database comes back by itself.
            actions: around.disk === undefined ? [reload(wording), output(wording)] : [output(wording)],
          },
        ];
  switch (view) {
    case 'workflows': {
      const look = { ...around, nowMs: core.clock.now() };
      const rows = workflowRows(core.workflows, look, wording).slice(0, MAX_ROWS);
      const notes = [...problems, ...workflowNotes(rows.length === 0, around, wording)];
      return { rows, notes, meters: [], words, query };
    }
    case 'catalog': {
      const rows = catalogRows(core, query, wording);
      const isBare = !hasServers(core) && query.trim() === '';
      const notes = isBare ? [noServers(wording)] : [];
      return { rows, notes, meters: [], words, query };
    }
    case 'sessions': {
      const rows = [
        ...sessionRows(core, wording),
        ...childRows(core, wording),
        ...leaseRows(core, wording),
        ...planRows(core, wording),
        ...roundRows(around.rounds, wording),
      ];
      const none = wording.t('No chat has used Switchyard since this window was loaded.');
      const notes = rows.length === 0 ? [{ text: none, actions: [openChat(wording)] }] : [];
      return { rows, notes, meters: sessionMeters(core, wording), words, query };
    }
  }
}

/** What stands beside the view's name. */
export function summaryOf(core: PicturedCore, view: View, wording: Wording): string {
  switch (view) {
    case 'workflows':
      return workflowsSummary(core.workflows, wording);
    case 'catalog':
      return catalogSummary(core, wording);
    case 'sessions':
      return sessionsSummary(core, wording);
  }
}

/** A picture of nothing but words: what is in the way, and what to do about it. */
export function noticeOf(view: View, note: Note, wording: Wording): Picture {
  return { rows: [], notes: [note], meters: [], words: wordsOf(view, wording), query: '' };
}

function workflowNotes(
  isEmpty: boolean,
  { hasFolder, git }: Surroundings,
  wording: Wording,
): readonly Note[] {
  const { t } = wording;
  const folder: Note = {
    text: t('Open a folder to track changes.'),
    actions: [{ command: 'openFolder', title: t('Open Folder') }],
  };
  const first: Note = {
    text: t('No workflows yet. Ask your agent to start one, plan one yourself, or see how.'),
    actions: [
      { command: 'newWorkflow', title: t('plan one yourself') },
      { command: 'seeHow', title: t('see how') },
      openChat(wording),
    ],
  };
  if (!hasFolder) return isEmpty ? [folder, first] : [folder];
  return isEmpty ? [first, ...gitNotes(git, wording)] : [];
}

/** What tasks can be recorded with, where that is not the workspace's own repository. */
function gitNotes(git: Surroundings['git'], { t }: Wording): readonly Note[] {
  switch (git) {
    case 'repository':
      return [];
    case 'no-repository':
      return [
        {
          text: t('No Git repository: file snapshots are stored by VS Code.'),
          actions: [],
        },
      ];
    case 'no-git':
      return [{ text: t('Git was not found. Snapshots use checksums.'), actions: [] }];
  }
}

function noServers({ t }: Wording): Note {
  return {
    text: t('No servers in the catalog. Import from VS Code or other tools.'),
    actions: [{ command: 'importServers', title: t('Import…') }],
  };
}

function openChat({ t }: Wording): Note['actions'][number] {
  return { command: 'openChat', title: t('Open Chat') };
}

function reload({ t }: Wording): Note['actions'][number] {
  return { command: 'reloadWindow', title: t('Reload Window') };
}

function output({ t }: Wording): Note['actions'][number] {
  return { command: 'showOutput', title: t('Show Output') };
}

function wordsOf(view: View, { t }: Wording): Words {
  const trees: Readonly<Record<View, string>> = {
    workflows: t('Workflows'),
    catalog: t('Catalog'),
    sessions: t('Sessions'),
  };
  const isCatalog = view === 'catalog';
  return {
    tree: trees[view],
    searchLabel: isCatalog ? t('Search servers by name or intent') : t('Filter by name or state'),
    searchPlaceholder: isCatalog
      ? t('Search servers or describe an intent (deploy, database…)')
      : t('Filter by name or state'),
    noMatches: isCatalog ? t('No matches. Clear search') : t('No matches. Clear filter'),
    clear: isCatalog ? t('Clear search') : t('Clear filter'),
  };
}
