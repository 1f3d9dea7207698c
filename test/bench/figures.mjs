/** Makes a page of what benchmarks print: their tables as Markdown, and what they say below them. */

const MARKS = name => [`<!-- ${name} -->`, `<!-- /${name} -->`];

/** What a runner of suites, or a program that ends, says of itself: no figures. */
const NO_FIGURES = /^(?:Exit code:|Switchyard ended:|\w+: (?:✔|VS Code's|\d+ passed))/;

/** The tables and lines that a benchmark printed, as Markdown. */
export function figuresIn(output) {
  const blocks = [];
  for (const line of output.split('\n')) {
    if (line.startsWith('┌')) blocks.push([]);
    else if (line.startsWith('│')) blocks.at(-1).push(cellsOf(line));
    else if (!/^[├└]/.test(line) && line.trim() !== '' && !NO_FIGURES.test(line)) blocks.push(line.trim());
  }
  return blocks.map(block => (typeof block === 'string' ? block : markdownOf(block))).join('\n\n');
}

/** The page with the figures of one benchmark, which take the place of those before. */
export function pageWith(page, name, figures) {
  const [begin, end] = MARKS(name);
  const section = `${begin}\n\n## ${name}\n\n${figures}\n\n${end}`;
  const at = page.indexOf(begin);
  if (at === -1) return `${page.trimEnd()}\n\n${section}\n`;
  return `${page.slice(0, at)}${section}${page.slice(page.indexOf(end) + end.length)}`;
}

/** `console.table` numbers its rows in the first column, and puts texts in quotation marks. */
function cellsOf(line) {
  return line
    .split('│')
    .slice(2, -1)
    .map(cell =>
      cell
        .trim()
        .replace(/^'(.*)'$/, '$1')
        .replaceAll('|', '\\|'),
    );
}

function markdownOf([head, ...rows]) {
  const lineOf = cells => `| ${cells.join(' | ')} |`;
  return [lineOf(head), lineOf(head.map(() => '---')), ...rows.map(lineOf)].join('\n');
}
