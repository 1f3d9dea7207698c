import type { ToolDefinition } from '../core/registry/tool';
import { TOOLS } from './builtInModules';
import type { ClientTraits } from './clients/clientTraits';

/** Claude Code shows a tool that says so at once; others it hides behind a search (seen in 2.1). */
const ALWAYS_LOAD = { 'anthropic/alwaysLoad': true };

/** Definitions never change; clients ask for the whole list again and again. */
const made = new WeakMap<ClientTraits, WeakMap<ToolDefinition, ToolDefinition>>();

/**
 * Definitions as a client should see them. Where our answers are text alone, our tools promise no structured content; where a client
 * shows both, none does (`toldOnce`).
 */
export function toolsFor(
  traits: ClientTraits,
  definitions: readonly ToolDefinition[],
): readonly ToolDefinition[] {
  if (!traits.isTextAlone && !traits.defersTools) return definitions;
  const known = made.get(traits) ?? new WeakMap<ToolDefinition, ToolDefinition>();
  made.set(traits, known);
  return definitions.map(definition => {
    const found = known.get(definition) ?? madeFor(traits, definition);
    known.set(definition, found);
    return found;
  });
}

function madeFor(
  { isTextAlone, showsBoth, defersTools }: ClientTraits,
  definition: ToolDefinition,
): ToolDefinition {
  const { outputSchema, ...rest } = definition;
  const isOurs = TOOLS.get(definition.name)?.definition === definition;
  const kept = outputSchema === undefined || showsBoth || (isTextAlone && isOurs) ? rest : definition;
  return defersTools ? { ...kept, _meta: { ...definition._meta, ...ALWAYS_LOAD } } : kept;
}
