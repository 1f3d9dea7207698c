/** Something that somebody may ask for, and the shipped servers that would be a good answer, any of them. */
export interface Intent {
  readonly text: string;
  readonly language: 'English' | 'French';
  /** 1 names the thing; 2 says it in none of its servers' tags or names; 3 tells a goal or a trouble, in none of them either. */
  readonly level: 1 | 2 | 3;
  readonly servers: readonly string[];
}

/** One row of a labelled half: the level, one thing said in both languages (no translations), and the servers for it. */
export type IntentRow = readonly [level: 1 | 2 | 3, english: string, french: string, servers: string];

export type Intents = readonly Intent[];

/**
 * The intents of some rows. The halves were drawn by lot, per level, before anything was tuned by them. What is said in two
 * languages is in one half, so that neither gives the other away.
 */
export function intents(rows: readonly IntentRow[]): Intents {
  return rows.flatMap(([level, english, french, servers]) => [
    { text: english, language: 'English' as const, level, servers: servers.split(' ') },
    { text: french, language: 'French' as const, level, servers: servers.split(' ') },
  ]);
}
