/** Wishes for a command that an item offers, by its id; the page itself has none. */
export type Run = (item: string, command: string) => void;
