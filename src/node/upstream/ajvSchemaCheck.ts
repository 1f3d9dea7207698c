import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { SchemaCheck } from '../../core/gateway/schemaCheck';

/** Compiled schemas kept: the tools of a few dozen servers. */
const MAX_COMPILED = 500;

/** Checks arguments by JSON schema, each schema compiled once. One that can't be compiled lets everything pass: its server judges. */
export function ajvSchemaCheck(): SchemaCheck {
  const compiled = new Map<string, (value: unknown) => readonly string[]>();

  function compile(schema: Readonly<Record<string, unknown>>): (value: unknown) => readonly string[] {
    try {
      // One for each: it would take a schema's `$id` for that of another schema that it has seen.
      const validate = new AjvJsonSchemaValidator().getValidator(schema);
      return value => {
        const outcome = validate(value);
        return outcome.valid
          ? []
          : outcome.errorMessage.split(', ').map(problem => problem.replace(/^data\/?/, '').trim());
      };
    } catch {
      return () => []; // A schema in a dialect of its own: the server that wrote it knows what it means.
    }
  }

  return (key, schema, value) => {
    const known = compiled.get(key);
    if (known) return known(value);
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    const check = compile(schema);
    compiled.set(key, check);
    return check(value);
  };
}
