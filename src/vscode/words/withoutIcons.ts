/** Others' words as they stand: VS Code draws `$(name)` in lists and in the status bar as an icon, unless it is escaped. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', String.raw`\$(`);
}
