import { Refusal } from '../../support/refusal';
import type { CatalogProblem } from './entry';
import { oneLine } from './plainText';
import { problemLine } from './problemLine';

/** Problems that a refusal quotes. */
const QUOTED = 3;

/** @throws {Refusal} broken-entry, where an entry of this name stands somewhere and can't be used as it stands there */
export function throwBroken(name: string, all: readonly CatalogProblem[]): void {
  const problems = all.filter(({ server }) => server === name);
  if (!problems.some(({ isWarning }) => !isWarning)) return;
  throw new Refusal(
    'broken-entry',
    `"${oneLine(name, 64)}" can't be used because its entry is invalid. ${quoted(problems)} ` +
      'Call mcp_activate again once it is fixed: the file is reloaded immediately.',
    { server: name, problems: problems.map(problemLine) },
  );
}

/** Which sources could not be read, so that servers of theirs are unknown; with a space before it, empty where all could. */
export function spoiltSources(all: readonly CatalogProblem[]): string {
  const problems = all.filter(({ server, isWarning }) => server === undefined && !isWarning);
  return problems.length === 0 ? '' : ` Servers may be missing here: ${quoted(problems)}`;
}

function quoted(problems: readonly CatalogProblem[]): string {
  const lines = problems.slice(0, QUOTED).map(problemLine);
  const more = problems.length - lines.length;
  return lines.join(' ') + (more > 0 ? ` ${more} more: call mcp_environment.` : '');
}
