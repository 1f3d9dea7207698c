import { isRecord } from '../../core/support/json';
import { codexDialect } from './codexDialect';
import { commandWords } from './commandWords';
import { continueWords } from './continueDialect';
import { bracedVariables, changeTexts, changeTextsIn, compact, type Raw, recordOf } from './dialect';
import { geminiDialect } from './geminiDialect';
import { gooseWords } from './gooseDialect';

/** An entry in the words of our own servers file, whichever tool it was written for: its words say which. */
export function inOurWords(theirs: Raw): Raw {
  if ([theirs, recordOf(theirs['config'])].some(each => hasAny(each, ['cmd', 'uri', 'env_keys'])))
    return gooseWords(theirs);
  if (hasAny(theirs, ['requestOptions', 'apiKey'])) return continueWords(theirs);
  const raw = withWords(withPlainCommand(withoutTransport(theirs)));
  if (hasAny(raw, ['bearer_token_env_var', 'http_headers', 'env_http_headers', 'env_vars'])) {
    return codexDialect.translate(raw);
  }
  if (hasAny(raw, ['httpUrl', 'includeTools', 'excludeTools', 'trust'])) return geminiDialect.translate(raw);
  const { env, headers } = raw;
  const given = compact({ env: changeTexts(env, bareVariable), headers: changeTexts(headers, bareVariable) });
  return changeTextsIn({ ...raw, ...given, ...secondsOfCline(raw) }, bracedVariables);
}

/** Cline's command line has what a server is reached by in an object of its own. */
function withoutTransport(theirs: Raw): Raw {
  const { transport, ...rest } = theirs;
  return isRecord(transport) ? { ...rest, ...transport } : theirs;
}

/** opencode has a command and its arguments in one list, and variables in braces alone; an older Zed has one object. */
function withPlainCommand(theirs: Raw): Raw {
  const raw = changeTextsIn(theirs, text => text.replaceAll(/(?<!\$)\{env:(\w+)\}/g, '${env:$1}'));
  const { command, environment, ...rest } = raw;
  if (Array.isArray(command)) {
    const [program, ...args] = command as readonly unknown[];
    return compact({ ...rest, command: program, args, env: environment });
  }
  if (!isRecord(command)) return raw;
  return compact({ ...rest, command: command['path'], args: command['args'], env: command['env'] });
}

/** Some write the arguments as one text, and the API of Claude has the token of a server beside it. */
function withWords(raw: Raw): Raw {
  const { args, authorization_token: token, ...rest } = raw;
  const words = typeof args === 'string' ? commandWords(args) : args;
  const headers =
    typeof token === 'string'
      ? { Authorization: `Bearer ${token}`, ...recordOf(raw['headers']) }
      : raw['headers'];
  return compact({ ...rest, args: isRecord(words) ? args : words, headers });
}

/** The most seconds that Cline and Roo Code take. */
const MOST_SECONDS_OF_CLINE = 3_600;

/** Cline and Roo Code, known by what they say of approvals, count seconds: an hour there is no call of 3.6 seconds. */
function secondsOfCline(raw: Raw): Raw {
  const { timeout } = raw;
  if (!hasAny(raw, ['alwaysAllow', 'autoApprove'])) return {};
  return typeof timeout === 'number' && timeout <= MOST_SECONDS_OF_CLINE ? { timeout: timeout * 1_000 } : {};
}

/** `$NAME`, or `Bearer $NAME`, where nothing else stands: nobody has such a key. */
function bareVariable(text: string): string {
  return text.replace(/^(\w+ )?\$([A-Z_][A-Z0-9_]*)$/, '$1${env:$2}');
}

function hasAny(raw: Raw, keys: readonly string[]): boolean {
  return keys.some(key => raw[key] !== undefined);
}
