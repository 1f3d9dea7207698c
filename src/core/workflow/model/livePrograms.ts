/** Which programs are there, so that a task whose program has gone can be told from one whose agent is silent. */
export interface LivePrograms {
  /** This program, under a name that no other one has or ever had; null where the system does not tell them apart. */
  readonly own: string | null;
  /** Whether a program has certainly ended. Never of one of another machine, of which nothing can be known here. */
  hasEnded(program: string): Promise<boolean>;
}
