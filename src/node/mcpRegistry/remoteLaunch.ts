import { InputTexts } from './inputText';
import type { PublishedLaunch } from './packageLaunch';
import { type DocumentRemote, variablesOf } from './serverDocument';

const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Nothing but the scheme decides whether what is sent can be read on the way. */
const SAFE = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?]|$))/i;

/** How a published address is reached: over https, with headers that its user gives. */
export function remoteLaunch({ type, url, headers = [], variables }: DocumentRemote): PublishedLaunch {
  if (type !== 'streamable-http' && type !== 'sse')
    return { type: 'unsupported', why: 'its address is spoken to in a way that is not known' };
  if (!SAFE.test(url)) return { type: 'unsupported', why: 'its address does not begin with https://' };
  const inputs = new InputTexts();
  const filled = inputs.filled(url, variables);
  if (filled === undefined || !URL.canParse(withoutVariables(url, variables)))
    return { type: 'unsupported', why: 'its address is none' };
  const texts = headers.flatMap((header): readonly (readonly [string, string])[] => {
    if (!HEADER.test(header.name)) return [];
    if (header.value !== undefined) {
      const text = inputs.filled(header.value, header.variables);
      return text === undefined ? [] : [[header.name, text]];
    }
    inputs.need(header.name, header);
    // A bare token is given its scheme by `secret`.
    const isKey = header.name.toLowerCase() === 'authorization';
    return [[header.name, `\${${isKey ? 'secret' : 'input'}:${header.name}}`]];
  });
  return {
    type: 'launch',
    launch: {
      type: 'http',
      url: filled,
      headers: Object.fromEntries(texts),
      ...(type === 'sse' ? { speaks: 'sse' } : {}),
    },
    inputs,
  };
}

/** The address with a word in each place that a variable fills. */
function withoutVariables(url: string, variables: unknown): string {
  const known = variablesOf(variables);
  return url.replaceAll(/\{([^{}]*)\}/g, (all, name: string) => (known.has(name) ? 'value' : all));
}
