import type { Manifest } from './manifest';

/** Ends what is said of a package that only follows from others. */
export const IMPLIED = '// indirect';

/** What a go.mod says. */
export function goDependencies(text: string): Manifest {
  const dependencies: (readonly [string, string])[] = [];
  const rest: string[] = [];
  let inBlock = false;
  for (const line of text.split('\n')) {
    const words = (line.split('//')[0] ?? '').trim().split(/\s+/);
    const [first = '', second] = words;
    const isIndirect = /\/\/\s*indirect\b/.test(line);
    if (first === 'require' && second === '(') inBlock = true;
    else if (inBlock && first === ')') inBlock = false;
    else if (inBlock || (first === 'require' && second !== undefined)) {
      const [name = '', ...said] = inBlock ? words : words.slice(1);
      const mark = isIndirect ? ` ${IMPLIED}` : '';
      if (name !== '') dependencies.push([name.replaceAll('"', ''), said.join(' ') + mark]);
    } else if (first !== '') rest.push(words.join(' '));
  }
  return { dependencies, rest: rest.join('\n') };
}

/** What a Gemfile says, gem by gem. */
export function gemDependencies(text: string): Manifest {
  const dependencies: (readonly [string, string])[] = [];
  const rest: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.replace(/(?:^|\s)#.*$/, '').trim();
    const name = /^gem[\s(]+["']([\w.-]+)["']/.exec(line)?.[1];
    if (name !== undefined) dependencies.push([name, line]);
    else if (line !== '') rest.push(line);
  }
  return { dependencies, rest: rest.join('\n') };
}

/** A package in a .NET project: one tag, or one with a body, in which no other package begins. */
const PACKAGE =
  /<Package(?:Reference|Version)\b[^<>]*(?:(?<=\/)>|>[^<]*(?:<(?!\/?Package(?:Reference|Version)\b)[^<]*)*<\/Package(?:Reference|Version)>)/g;

/** What a .NET project says of packages. */
export function projectDependencies(text: string): Manifest {
  const dependencies = [...text.matchAll(PACKAGE)].flatMap(([tag]) => {
    const name = /\b(?:Include|Update)\s*=\s*"([^"]*)"/.exec(tag)?.[1];
    return name === undefined ? [] : [[name, tag.replaceAll(/\s+/g, ' ')] as const];
  });
  const rest = text
    .replaceAll(PACKAGE, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<ItemGroup> ?<\/ItemGroup> ?/g, '')
    .trim();
  return { dependencies, rest };
}
