import type { OwnPrompt } from './ownPrompt';
import { INVALID_PARAMS, ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { WORK_TOGETHER } from './workTogether';
import { WRITE_PLAN } from './writePlan';

const PROMPTS: ReadonlyMap<string, OwnPrompt> = new Map(
  [WORK_TOGETHER, WRITE_PLAN].map(prompt => [prompt.name, prompt]),
);

/** Our prompts as the protocol lists them. */
export const ownPrompts: readonly ProtocolObject[] = [...PROMPTS.values()].map(prompt => ({
  name: prompt.name,
  title: prompt.title,
  description: prompt.description,
  arguments: prompt.arguments.map(({ name, description, required }) => ({ name, description, required })),
}));

/** Whether a prompt is one of ours. */
export function isOwnPrompt(name: string): boolean {
  return PROMPTS.has(name);
}

/** One of our prompts, filled in. @throws {ProtocolError} for arguments that do not fit */
export async function ownPrompt(
  name: string,
  given: Readonly<Record<string, string>> = {},
): Promise<ProtocolObject> {
  const prompt = known(name);
  const stranger = Object.keys(given).find(key => !prompt.arguments.some(argument => argument.name === key));
  if (stranger !== undefined)
    throw misfit(prompt, `It has no argument of this name. It has: ${names(prompt)}.`);
  for (const { name: key, required, fits, rule } of prompt.arguments) {
    const value = given[key]?.trim() ?? '';
    if (value === '' ? required : !fits.test(value)) throw misfit(prompt, `"${key}" ${rule}.`);
  }
  const text = await prompt.text(given);
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** What an argument may go on as. */
export function completedArgument(
  name: string,
  { name: key, value }: { readonly name: string; readonly value: string },
): ProtocolObject {
  const argument = known(name).arguments.find(each => each.name === key);
  const values = (argument?.values ?? []).filter(each => each.startsWith(value.trim().toLowerCase()));
  return { completion: { values, total: values.length, hasMore: false } };
}

function known(name: string): OwnPrompt {
  const prompt = PROMPTS.get(name);
  if (prompt === undefined) throw new Error('Nobody asked whether the prompt is ours.');
  return prompt;
}

function names({ arguments: all }: OwnPrompt): string {
  return all.map(({ name }) => name).join(', ');
}

function misfit({ name }: OwnPrompt, why: string): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, `The arguments do not fit the prompt "${name}": ${why}`);
}
