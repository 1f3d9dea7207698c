/** What the explorer knows of its window, in tests of its rows. */
export const AROUND = {
  rounds: [],
  hasFolder: true,
  git: 'repository',
  recentDays: 7,
  shown: new Map(),
  uriOf: (path: string) => `file:///work/${path}`,
} as const;
