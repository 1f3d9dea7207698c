/**
 * All sentences that the checks of a task put into its account, its warnings, and the reasons for a review. Models and the journal
 * get them so; `src/vscode/words/checkWords.ts` says each to people. What stands in braces is a name, a number, or another sentence.
 */
export const CHECK_TEXTS = {
  noAreas: 'No areas were declared: the scope was not checked.',
  scopeUnknown: 'The scope was not checked, because what the task changed is not known.',
  // The seed's own words.
  outside: '⚠️ {0} file(s) modified outside declared scope ({1})',
  case: 'Areas are compared with case: {0} does not hold {1}.',
  caseMeant: 'Areas are compared with case: {0} does not hold {1}; did you mean {2}?',
  costlyAreas: '{0} file(s) were not checked: the areas are too costly for so many files.',

  addedNowhere: '{0} is said to be added, but no manifest shows it.',
  removedNowhere: '{0} is said to be removed, but no manifest shows it.',
  unreadManifest: '{0} could not be read: packages in it were not compared.',
  fewManifests: 'Only {0} of {1} changed manifests were compared with the claims.',

  asksReview: 'The agent asks for a review.',
  unknown: 'What the task changed is not known.',
  incomplete: 'The account is incomplete: {0}',
  changedOutside: 'Changed outside the declared areas: {0}',
  workLost: 'Work from before the task was lost: {0}',
  commitsLost: 'Commits no longer on any branch: {0}',

  noFolder: 'No folder is open, so file changes are not recorded.',
  elsewhere: 'It was recorded on another machine, or with another state folder.',

  noReflog:
    "HEAD's reflog does not go back to the start, so changes that came by checkout, merge or pull cannot be told from the task's own.",
  noStart:
    "The commit at the start is gone, and so is HEAD's reflog, so the task's commits cannot be listed.",
  notToldApart:
    "Objects of the repository are gone, so what came by checkout, merge or pull cannot be told from the task's own.",
  uncommittedGone: 'Work that was not committed before the task is gone: {0}.',
  committedInIt: 'Changes from before the task were committed in it: {0}.',
  kept: 'Uncommitted work from before the task is not lost, it is in {0}. Tell the user: {1}.',
  keptForGit:
    'Uncommitted work from before the task is not lost, it is in {0}. Tell the user, who can bring it back with "{1}": {2}.',
  stashGone:
    'A stash from before the task is gone: {0}. The user can bring it back with "git stash store {1}".',
  hiddenByRule: 'Not told file by file, because a rule that was added in the task ignores it: {0}.',
  ignoredRepositories:
    'Changes in these repositories are not recorded, because git ignores their folders: {0}.',
  contentsGone: 'Contents of {0} from before are gone, so lines are not counted and nothing can be put back.',
  contentsElsewhere:
    "The contents of these files from before the task aren't on this machine, so they can't be restored, and no lines are counted: {0}.",

  notRecorded: 'It was not recorded.',
  notRecordedFor: '{0} was not recorded: {1}',
  nothingRecorded: 'Nothing was recorded.',
  recordGone: 'What was recorded of {0} is gone.',
  storeGone: "What was kept beside the snapshot is gone or can't be read.",
  listGone: 'The list of files is not kept any more.',
  twoWays: 'One moment was recorded with git and the other without, so they cannot be compared.',
  folderNotThere: 'A folder was not in the workspace all the time, so what changed in it is not known.',
  repositoryGone: 'The repository {0} is gone with its contents; its files are told as they were last seen.',
  newLeftOut: 'New files were left out because there were too many, so there may be more changes.',
  newLeftOutOnce:
    'New files were left out at one of the two moments because there were too many, so there may be more changes.',
  unreadOnce: '{0} could not be read at one of the two moments, so changes in it are not known.',
  unreadFile: '{0} could not be read, so a change of it may be missing.',
  unread: '{0} could not be read.',
  tooLarge: '{0} is too large to compare, so a change of it may be missing.',
  moreFiles: 'There are more files than are recorded, so changes may be missing.',

  tookLong: 'Recording took longer than {0} s and was stopped.',
  diskSays: 'It could not be read: the disk answered {0}.',
  someRepositories: 'There are more than {0} repositories, so some were not recorded.',
  theseRepositories: 'There are more than {0} repositories, so these are not recorded: {1}.',
  moreNewFiles: 'There are more new files than are recorded, so new files are left out.',
  filesCut: 'There are more than {0} files; the rest is left out.',
  closedFolders: "These folders can't be read: {0}.",
  notReadable: 'Not readable: {0}.',
  hollow: 'The repository is gone, so contents that only it had are not kept.',
  repositoryUnread: 'The repository is gone, or git cannot read it.',
  commitsUnread:
    'The repository cannot be read any more, so its commits, and what came by them, are not known.',
  noCommits: 'Its commits, and what came by them, are not known.',
  brokenIndex:
    "git cannot read the repository's index, so files that are ignored and were only added by force may be missing.",
  noRepository: 'There is no repository that git can read.',
  gitReadsNot: 'git cannot read the repository.',
  notTrusted:
    "git does not trust the repository because another user owns it. Add it to git's setting safe.directory to trust it.",
  lineBreak: "The repository's path has a line break in it.",
  copiesElsewhere: "The repository's objects cannot be written, so copies are kept elsewhere.",
  noGit:
    'Git is missing, too old (2.31 or newer is needed), or does not run, so commits, and what came by them, are not known.',
  gitNotStarted: 'git could not be started.',
  noContents: 'Without git no contents are kept.',

  rootOfDrive: 'The folder is the root of a drive, which is too much to record.',
  homeFolder: 'The folder is your home folder, which is too much to record.',
  homeFolders: 'The folder holds home folders, which is too much to record.',
  allFiles: 'The folder is one of those that hold all of your files, which is too much to record.',
} as const;

/** What is found of a claim about packages, or of tests; `src/vscode/words/claimWords.ts` says it to people. */
export const CLAIM_FACTS = {
  addedOther: 'added in {0}, in another version',
  added: 'added in {0}',
  removed: 'removed in {0}',
  nowhere: 'no manifest changed so',
  uncheckable: 'could not be checked: no manifest for it was found',
  addedUnsaid: '{0} added in {1}',
  removedUnsaid: '{0} removed in {1}',
  said: 'not checked: this is what the agent says',
} as const;

/** Name of what is found of a claim. */
export type ClaimFact = keyof typeof CLAIM_FACTS;

/** Name of a sentence of the checks. */
export type CheckText = keyof typeof CHECK_TEXTS;

/** A sentence of the checks, with what it is about. */
export function checkText(text: CheckText, ...parts: readonly (string | number)[]): string {
  return filled(CHECK_TEXTS[text], parts);
}

/** What is found of a claim, with its place and names. */
export function claimFact(fact: ClaimFact, ...parts: readonly string[]): string {
  return filled(CLAIM_FACTS[fact], parts);
}

function filled(text: string, parts: readonly (string | number)[]): string {
  return text.replaceAll(/\{(\d)\}/g, (_, at: string) => String(parts[Number(at)] ?? ''));
}
