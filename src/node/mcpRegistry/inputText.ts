import type { CredentialNeed } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isSecretName } from '../../core/catalog/entry/secretNames';
import { type DocumentInput, variablesOf } from './serverDocument';

/** A published text as it is meant: nothing in it may ask for a variable of this machine. */
export function literal(text: string): string {
  // A function: in a text, two dollars would stand for one.
  return text.replaceAll('${', () => '$${');
}

/** A stretch of a text: what was published, or a variable of ours. */
type Stretch = { readonly said: string } | { readonly variable: string };

/** Turns the inputs of a document into texts of a launch, and notes what they need. */
export class InputTexts {
  readonly #needs = new Map<string, CredentialNeed>();

  /** What has to be known before a start. */
  get needs(): readonly CredentialNeed[] {
    return [...this.#needs.values()];
  }

  /**
   * The text for an input: fixed, with its variables, by default, or to be given; undefined where it is optional and nobody said
   * anything, so that it is left out.
   */
  textOf(name: string, input: DocumentInput): string | undefined {
    if (input.value !== undefined) return this.filled(input.value, input.variables);
    const stretch = this.#given(name, input);
    return stretch && joined([stretch]);
  }

  /** A text in which `{name}` stands for a variable; undefined where an optional one has no value. What names none stays. */
  filled(text: string, variables: unknown): string | undefined {
    const known = variablesOf(variables);
    const stretches: Stretch[] = [];
    for (const part of text.split(/(\{[^{}]*\})/)) {
      const name = part.slice(1, -1);
      const variable = part.startsWith('{') ? known.get(name) : undefined;
      const stretch =
        variable === undefined ? { said: part } : this.#given(name, { isRequired: true, ...variable });
      if (stretch === undefined) return undefined;
      stretches.push(stretch);
    }
    return joined(stretches);
  }

  /** An environment variable or header of this name that a person may give. */
  need(name: string, { description, isRequired, isSecret, choices }: DocumentInput): void {
    const words = [
      ...(description === undefined ? [] : [description]),
      ...(choices === undefined ? [] : [`One of: ${choices.join(', ')}.`]),
    ].join(' ');
    this.#needs.set(name, {
      key: name,
      isSecret: isSecret === true || isSecretName(name),
      isRequired: isRequired === true,
      ...(words === '' ? {} : { description: oneLine(words, 300) }),
    });
  }

  /** What a person gives, a default where they give nothing; undefined where there need not be anything. */
  #given(name: string, input: DocumentInput): Stretch | undefined {
    if (input.value !== undefined) return { said: input.value };
    if (input.default === undefined && input.isRequired !== true) return undefined;
    const key = keyOf(name);
    this.need(key, { ...input, isRequired: input.default === undefined });
    if (input.default === undefined) return { variable: `\${input:${key}}` };
    // A default with braces in it can't stand in a variable.
    return /[{}$]/.test(input.default)
      ? { said: input.default }
      : { variable: `\${env:${key}:-${input.default}}` };
  }
}

/** What was published is joined first: pieces of it may make a variable together. */
function joined(stretches: readonly Stretch[]): string {
  let text = '';
  let said = '';
  for (const stretch of stretches) {
    if ('said' in stretch) {
      said += stretch.said;
      continue;
    }
    // `${name}` is meant as `{name}`: a dollar before a variable of ours would make it a text.
    text += literal(said.replace(/\$+$/, '')) + stretch.variable;
    said = '';
  }
  return text + literal(said);
}

/** What people call an input: its flag without dashes, its hint. */
function keyOf(name: string): string {
  return (
    name
      .replace(/^-+/, '')
      .replaceAll(/[^\w.-]/g, '_')
      .slice(0, 64) || 'value'
  );
}
