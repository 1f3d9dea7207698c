import type { Manifest } from './manifest';

/** A name at the beginning of a requirement (PEP 508), with what may follow it. */
const NAMED = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\]\s*)?(?=$|[<>=!~;@(,\s])/;

/** Where an address says which package it is. */
const EGG = /[#&]egg=([\w.-]+)/;

/** `https://…/name-1.2-py3-none-any.whl` names its package too. */
const WHEEL = /\/([A-Za-z0-9][\w.]*)-\d[^/]*\.(?:whl|tar\.gz|zip)(?:[#?].*)?$/;

/**
 * What a requirements file (or a constraints file) says. Extras, markers, versions and hashes belong to their package; options
 * such as `-r other.txt` are the rest, and comments are nothing.
 */
export function requirements(text: string): Manifest {
  const dependencies: (readonly [string, string])[] = [];
  const rest: string[] = [];
  for (const line of logicalLines(text)) {
    const name = requirementName(line);
    if (name === undefined) rest.push(line);
    else dependencies.push([name, line]);
  }
  return { dependencies, rest: rest.join('\n') };
}

function requirementName(line: string): string | undefined {
  const editable = /^(?:-e|--editable)(?:\s+|=)(.*)$/.exec(line)?.[1];
  const what = editable ?? line;
  if (/^[a-z+]+:\/\//i.test(what) || editable !== undefined) {
    return EGG.exec(what)?.[1] ?? WHEEL.exec(what)?.[1];
  }
  return what.startsWith('-') ? undefined : NAMED.exec(what)?.[1];
}

/** Lines without comments and blank ones; `\` at the end goes on in the next. */
function logicalLines(text: string): readonly string[] {
  return text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map(line =>
      line
        .replace(/(?:^|\s)#.*$/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter(line => line !== '');
}
