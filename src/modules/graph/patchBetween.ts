import type { GraphDocument } from './graph';
import type { PatchOperation } from './patch/jsonPatch';

/** The patch from one graph to another: metadata by key, nodes and edges whole. */
export function patchBetween(before: GraphDocument, after: GraphDocument): readonly PatchOperation[] {
  const patch: PatchOperation[] = [];
  if (before.name !== after.name) patch.push({ op: 'replace', path: '/name', value: after.name });
  for (const key of Object.keys(before.metadata))
    if (!Object.hasOwn(after.metadata, key)) patch.push({ op: 'remove', path: `/metadata/${escaped(key)}` });
  for (const [key, value] of Object.entries(after.metadata)) {
    const op = Object.hasOwn(before.metadata, key) ? 'replace' : 'add';
    if (before.metadata[key] !== value) patch.push({ op, path: `/metadata/${escaped(key)}`, value });
  }
  for (const part of ['nodes', 'edges'] as const)
    if (JSON.stringify(before[part]) !== JSON.stringify(after[part]))
      patch.push({ op: 'replace', path: `/${part}`, value: after[part] });
  return patch;
}

/** RFC 6901, 3. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
