/** Kept out of a folder without git, where nobody wrote ignore rules. */
export const BUILT_IN_EXCLUDES = `${[
  'node_modules/',
  '.venv/',
  'venv/',
  '__pycache__/',
  'dist/',
  'build/',
  'out/',
  'target/',
  '.gradle/',
  '.next/',
  '.cache/',
  '*.log',
  '.DS_Store',
].join('\n')}\n`;
