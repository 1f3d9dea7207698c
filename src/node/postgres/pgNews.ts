/** What a notification of an append says: who appended, and how far the log has got with it. */
export function newsOf(writer: string, last: number): string {
  return `${writer} ${last}`;
}

/** How far the log has got by what a notification says; undefined where it is our own, and infinite where it does not say. */
export function lastByOthers(news: string, writer: string): number | undefined {
  const [from, last] = news.split(' ');
  if (from === writer) return undefined;
  return Number(last ?? Number.POSITIVE_INFINITY);
}
