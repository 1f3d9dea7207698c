/** How far something is, of 100, as the page's language writes it. */
export function percentage(progress: number, language: string): string {
  return new Intl.NumberFormat(language === '' ? undefined : language, { style: 'percent' }).format(
    progress / 100,
  );
}
