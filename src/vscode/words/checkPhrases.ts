import type { CheckText } from '../../core/snapshots/checkTexts';
import type { Wording } from './wording';

/** What people read for each sentence of the checks, with its parts in the order in which core says them. */
export const CHECK_WORDS: Readonly<
  Record<CheckText, (t: Wording['t'], ...parts: readonly string[]) => string>
> = {
  noAreas: t => t('No areas were declared, so the scope was not checked.'),
  scopeUnknown: t => t('The scope was not checked, because what the task changed is unknown.'),
  outside: (t, a = '', b = '') => t('Files changed outside the declared areas ({1}): {0}.', a, b),
  case: (t, a = '', b = '') => t("Areas are case-sensitive: {0} doesn't include {1}.", a, b),
  caseMeant: (t, a = '', b = '', c = '') =>
    t("Areas are case-sensitive: {0} doesn't include {1}. Did the agent mean {2}?", a, b, c),
  costlyAreas: (t, a = '') => t('Files not checked, because the areas match too many: {0}.', a),
  addedNowhere: (t, a = '') => t('Agent reported adding {0}; not found in any manifest change.', a),
  removedNowhere: (t, a = '') => t('Agent reported removing {0}; not found in any manifest change.', a),
  unreadManifest: (t, a = '') => t("{0} couldn't be read, so its packages were not compared.", a),
  fewManifests: (t, a = '', b = '') => t('Only {0} of {1} changed manifests were compared.', a, b),
  asksReview: t => t('The agent asks for a review.'),
  unknown: t => t('What the task changed is unknown.'),
  incomplete: (t, a = '') => t('The record of the changes is incomplete. {0}', a),
  changedOutside: (t, a = '') => t('Changed outside the declared areas: {0}', a),
  workLost: (t, a = '') => t('Work from before the task was lost: {0}', a),
  commitsLost: (t, a = '') => t('Commits no longer on any branch: {0}', a),
  noFolder: t => t('No folder is open, so file changes are not recorded.'),
  elsewhere: t => t('It was recorded on another machine, or with another state folder.'),
  noReflog: t =>
    t(
      "HEAD's reflog doesn't go back to the start of the task, so changes from checkout, merge, or pull can't be told from the task's own.",
    ),
  noStart: t =>
    t(
      "The commit at the start of the task and HEAD's reflog are gone, so the task's commits can't be listed.",
    ),
  notToldApart: t =>
    t(
      "Objects of the repository are gone, so changes from checkout, merge, or pull can't be told from the task's own.",
    ),
  uncommittedGone: (t, a = '') => t('Uncommitted work from before the task is gone: {0}.', a),
  committedInIt: (t, a = '') => t('Changes from before the task were committed in it: {0}.', a),
  kept: (t, a = '', b = '') => t('Uncommitted work from before the task is in {0}: {1}.', a, b),
  keptForGit: (t, a = '', b = '', c = '') =>
    t('Uncommitted work from before the task is in {0}: {2}. Run `{1}` to bring it back.', a, b, c),
  stashGone: (t, a = '', b = '') =>
    t('A stash from before the task is gone: {0}. Run `git stash store {1}` to bring it back.', a, b),
  hiddenByRule: (t, a = '') =>
    t('Not listed file by file, because an ignore rule added in the task covers it: {0}.', a),
  ignoredRepositories: (t, a = '') =>
    t('Changes in these repositories are not recorded, because Git ignores their folders: {0}.', a),
  contentsGone: (t, a = '') =>
    t('Earlier contents of {0} are gone, so lines are not counted and nothing can be restored.', a),
  contentsElsewhere: (t, a = '') =>
    t(
      "The contents of these files from before the task aren't on this machine, so they can't be restored and their lines are not counted: {0}.",
      a,
    ),
  notRecorded: t => t('It was not recorded.'),
  notRecordedFor: (t, a = '', b = '') => t('{0} was not recorded. {1}', a, b),
  nothingRecorded: t => t('Nothing was recorded.'),
  recordGone: (t, a = '') => t('What was recorded of {0} is gone.', a),
  storeGone: t => t("Data kept with the snapshot is gone or can't be read."),
  listGone: t => t('The list of files is no longer kept.'),
  twoWays: t => t("One snapshot was taken with Git and the other without, so they can't be compared."),
  folderNotThere: t => t('A folder was not in the workspace all the time, so what changed in it is unknown.'),
  repositoryGone: (t, a = '') =>
    t('The repository {0} is gone with its contents; its files are shown as they were last seen.', a),
  newLeftOut: t => t('There were too many new files, so they were left out, and there may be more changes.'),
  newLeftOutOnce: t =>
    t(
      'There were too many new files in one of the two snapshots, so they were left out, and there may be more changes.',
    ),
  unreadOnce: (t, a = '') =>
    t("{0} couldn't be read for one of the two snapshots, so changes in it are unknown.", a),
  unreadFile: (t, a = '') => t("{0} couldn't be read, so a change to it may be missing.", a),
  unread: (t, a = '') => t("{0} couldn't be read.", a),
  tooLarge: (t, a = '') => t('{0} is too large to compare, so a change to it may be missing.', a),
  moreFiles: t => t('There are more files than can be recorded, so changes may be missing.'),
  tookLong: (t, a = '') => t('Recording took longer than {0} s and was stopped.', a),
  diskSays: (t, a = '') => t("It couldn't be read: the disk answered {0}.", a),
  someRepositories: (t, a = '') =>
    t('There are too many repositories (more than {0}), so some were not recorded.', a),
  theseRepositories: (t, a = '', b = '') =>
    t('There are too many repositories (more than {0}), so these are not recorded: {1}.', a, b),
  moreNewFiles: t => t('There are more new files than can be recorded, so new files are left out.'),
  filesCut: (t, a = '') => t('There are too many files (more than {0}); the rest is left out.', a),
  closedFolders: (t, a = '') => t("These folders can't be read: {0}.", a),
  notReadable: (t, a = '') => t('Not readable: {0}.', a),
  hollow: t => t('The repository is gone, so contents that only it had are not kept.'),
  repositoryUnread: t => t("The repository is gone, or Git can't read it."),
  commitsUnread: t =>
    t("The repository can't be read any more, so its commits, and changes that came with them, are unknown."),
  noCommits: t => t('Its commits, and changes that came with them, are unknown.'),
  brokenIndex: t =>
    t("Git can't read the repository's index, so ignored files that were added by force may be missing."),
  noRepository: t => t('There is no repository that Git can read.'),
  gitReadsNot: t => t("Git can't read the repository."),
  notTrusted: t =>
    t(
      "Git doesn't trust the repository, because another user owns it. To trust it, add it to Git's setting safe.directory.",
    ),
  lineBreak: t => t('The path of the repository contains a line break.'),
  copiesElsewhere: t => t("The repository's objects can't be written, so copies are kept elsewhere."),
  noGit: t =>
    t(
      "Git is missing, too old (2.31 or newer is needed), or doesn't run, so commits, and changes that came with them, are unknown.",
    ),
  gitNotStarted: t => t("Git couldn't be started."),
  noContents: t => t('Without Git, contents are not kept.'),
  rootOfDrive: t => t('The folder is the root of a drive, which is too much to record.'),
  homeFolder: t => t('The folder is your home folder, which is too much to record.'),
  homeFolders: t => t('The folder holds home folders, which is too much to record.'),
  allFiles: t => t('The folder is one of those that hold all of your files, which is too much to record.'),
};
