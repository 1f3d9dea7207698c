/** A fenced block of Markdown. */
const FENCE = /(?:^|\n)[ \t]*(?:```|~~~)[^\n]*\n(.*?)\n?[ \t]*(?:```|~~~)/s;

/** A line that is a comment in JSON, in a shell, or in a page, or a heading of Markdown. */
const COMMENT = /^[ \t]*(?:\/\/|#(?!!)|\/\*[^\n]*\*\/|<!--[^\n]*-->|:::?|REM\b)[^\n]*(?:\n|$)/i;

/** What a person pasted, without what READMEs put around it: a fence with text before it, marks of code, comments in front. */
export function pastedText(text: string): string {
  const whole = text.replace(/^\uFEFF/, '').trim();
  const fenced = FENCE.exec(whole)?.[1] ?? whole;
  return withoutComments(withoutMarks(withPlainQuotes(fenced.trim()))).trim();
}

/** `code` and <https://…> in a sentence are copied with their marks. */
function withoutMarks(text: string): string {
  return /^`+([^`\n]+)`+$/.exec(text)?.[1] ?? /^<(https?:\/\/[^>\s]+)>$/i.exec(text)?.[1] ?? text;
}

/** Quotes as word processors and blogs make them of plain ones; where there are plain ones too, they are part of a text. */
function withPlainQuotes(text: string): string {
  return /["']/.test(text) ? text : text.replaceAll(/[“”„]/g, '"').replaceAll(/[‘’]/g, "'");
}

/** Comments before anything else; a text of nothing but comments stays as it is. */
function withoutComments(text: string): string {
  let rest = text;
  while (COMMENT.test(rest)) rest = rest.replace(COMMENT, '').trimStart();
  return rest === '' ? text : rest;
}

/** The addresses of links and badges, as Markdown and HTML have them. */
export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(\s*<?([^()\s<>]+)>?|href=["']([^"']+)["']/g)].map(
    ([, inMarkdown, inHtml]) => inMarkdown ?? inHtml ?? '',
  );
}
