import type { ToolDefinition } from '../registry/tool';
import { isRecord } from '../support/json';

/** Text that a model is told, and where it stands. */
export interface ToolText {
  /** As in `inputSchema.properties.path.description`. */
  readonly place: string;
  readonly text: string;
  /** Names of parameters are words run together. */
  readonly isName: boolean;
}

/** What is left to look through. */
interface Part {
  readonly place: string;
  readonly value: unknown;
}

/** Bounds of one tool: what is beyond is not looked through, and that is said. */
const MAX_CHARACTERS = 131_072;
const MAX_PARTS = 20_000;

/**
 * Everything of a tool that a model reads: name, title, description, both schemas with the names of their parameters, values,
 * and nested descriptions, and the annotations.
 */
export function toolTexts(definition: ToolDefinition): {
  readonly texts: readonly ToolText[];
  readonly isWhole: boolean;
} {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  const texts: ToolText[] = [];
  // A list of what is left to do, last first: a schema may be nested deeper than the stack goes.
  const left: Part[] = [
    { place: 'annotations', value: annotations },
    { place: 'outputSchema', value: outputSchema },
    { place: 'inputSchema', value: inputSchema },
    { place: 'description', value: description },
    { place: 'title', value: title },
    { place: 'name', value: name },
  ];
  const room = { characters: MAX_CHARACTERS, parts: MAX_PARTS };
  const add = (text: string, place: string, isName: boolean): void => {
    texts.push({ place, text: text.slice(0, Math.max(0, room.characters)), isName });
    room.characters -= text.length;
  };
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (--room.parts < 0 || room.characters < 0) return { texts, isWhole: false };
    const { place, value } = next;
    if (typeof value === 'string') add(value, place, place === 'name');
    else if (isRecord(value)) {
      for (const key of Object.keys(value)) {
        // Paths stay short, however deep they go.
        const at = place.length < 200 ? `${place}.${key}` : place;
        add(key, at, true);
        left.push({ place: at, value: value[key] });
      }
    } else if (Array.isArray(value)) {
      for (const part of value as unknown[]) left.push({ place, value: part });
    }
  }
  return { texts, isWhole: room.characters >= 0 };
}
