import { isRecord } from '../../core/support/json';
import { compact, type Raw } from './dialect';

/** The programs that install links open, and the web, whose pages pass a link on. */
const SCHEMES = /^(?:vscode|vscode-insiders|vscodium|cursor|kiro|lmstudio|goose|windsurf|https?):/i;

/**
 * The configuration in an install link, as the buttons in READMEs have it for VS Code, Cursor, Kiro, LM Studio and goose; undefined
 * where there is none, as in the address of a server. Whether there is a server in it is for the caller to see.
 */
export function configInLink(text: string): Raw | undefined {
  if (!SCHEMES.test(text) || /\s/.test(text)) return undefined;
  // What is copied from the source of a page has this for "&".
  const link = text.replaceAll('&amp;', '&');
  const query = link.slice(link.indexOf('?') + 1);
  if (query === link) return undefined;
  // vscode:mcp/install?{…}
  if (/^(?:%7B|\{)/i.test(query)) return named(objectIn(query), undefined);
  const parameters = new URLSearchParams(query);
  const passedOn = parameters.get('url');
  if (passedOn !== null && /^(?!https?:)/i.test(passedOn)) return configInLink(passedOn);
  const name = parameters.get('name') ?? undefined;
  const config = objectIn(parameters.get('config') ?? '');
  if (config !== undefined) return named({ ...listIn('inputs', parameters.get('inputs')), ...config }, name);
  return /(?:^goose:\/\/|\/goose\/)extension\?/.test(link) ? named(ofGoose(parameters), name) : undefined;
}

/** One server by its name; a list of them as it is. */
function named(config: Raw | undefined, name: string | undefined): Raw | undefined {
  if (config === undefined || name === undefined || !('command' in config || 'url' in config)) return config;
  const { inputs, ...server } = config;
  return compact({ servers: { [name]: server }, inputs });
}

/** Its links have the words of a command one by one. */
function ofGoose(parameters: URLSearchParams): Raw {
  const env = parameters.getAll('env').map(text => {
    const at = text.indexOf('=');
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  const url = parameters.get('url');
  if (url !== null) return { url };
  return { command: parameters.get('cmd'), args: parameters.getAll('arg'), env: Object.fromEntries(env) };
}

function listIn(field: string, text: string | null): Raw {
  const list = valueIn(text ?? '');
  return Array.isArray(list) ? { [field]: list } : {};
}

/** An object as JSON, also escaped as in addresses, or in base64. */
function objectIn(text: string): Raw | undefined {
  for (const json of [text, unescaped(text), fromBase64(text), unescaped(fromBase64(text))]) {
    const value = valueIn(json);
    if (isRecord(value)) return value;
  }
  return undefined;
}

/** Base64 in an address may have lost its "+". */
function fromBase64(text: string): string {
  return Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function valueIn(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
