import { isFile, type RestoreFacts, type TreeEntry } from './restoreDecision';

/** A path in three states: as it is, as the task or the restore left it, as that found it. */
export type ThreeStates = Pick<RestoreFacts, 'start' | 'end' | 'now'>;

/** Three states in which the path is a file. */
export type ThreeFiles = Readonly<Record<keyof ThreeStates, NonNullable<TreeEntry>>>;

/** The files of the three states; or why they cannot stand in one file with conflict markers between them, in words. */
export function filesToMerge({ start, end, now }: ThreeStates): ThreeFiles | string {
  if (now === null) return 'It no longer exists, so there is nothing to merge with.';
  if (start === null) return "It didn't exist then, so there is nothing to merge with.";
  if (end === null) return 'It was deleted in between, so its versions have no lines in common.';
  if (isFile(start) && isFile(end) && isFile(now)) return { start, end, now };
  return 'One of its versions is a link or a submodule.';
}

/**
 * Why conflict markers would not be understood in a file of this content, in words; null when they would. `bytes`: one
 * character for each byte (Latin-1), so that it holds for any encoding in which line ends are single bytes.
 */
export function contentObstacle(bytes: string): string | null {
  // Git looks for a NUL in the first 8,000 bytes only. UTF-16 has one in each line end, but a single line has none.
  if (bytes.includes('\0') || /^(?:\xFF\xFE|\xFE\xFF)/.test(bytes))
    return 'It is not text, or not in UTF-8 or a similar encoding.';
  return MARKER.test(bytes) ? 'It holds lines that look like conflict markers.' : null;
}

/**
 * A line that VS Code or git takes for a conflict marker: it begins with seven of a kind; of `=` there are no more, or every
 * underlined heading were one. A lone CR ends a line in VS Code.
 */
const MARKER = /(?:^(?:\xEF\xBB\xBF)?|[\r\n])(?:<{7}|\|{7}|>{7}|={7}(?:[ \r\n]|$))/;
