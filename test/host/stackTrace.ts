import { findSourceMap } from 'node:module';

/** What went wrong and where in the source. VS Code's own stack formatter ignores source maps, so we read them. */
export function readableStack(error: Error): string {
  const lines = (error.stack ?? error.message).split('\n');
  return lines
    .filter(line => !/^\s+at .*(node_modules.mocha|node:internal)/.test(line))
    .map(inSource)
    .join('\n');
}

function inSource(line: string): string {
  const [place, file, lineNumber, column] = /(\/[^():]+|[A-Z]:\\[^():]+):(\d+):(\d+)/.exec(line) ?? [];
  if (place === undefined || file === undefined) return line;
  const origin = findSourceMap(file)?.findOrigin(Number(lineNumber), Number(column));
  if (origin === undefined || !('fileName' in origin)) return line;
  return line.replace(place, `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`);
}
