import { isRecord } from '../../core/support/json';
import { documentFacts } from '../mcpRegistry/documentEntry';
import { readDocument } from '../mcpRegistry/serverDocument';
import { type Raw, recordOf } from './dialect';
import { launchSetting, needSetting } from './settingOf';

/** A server by the document that its publisher gives to registries (`server.json`), in our words; or what is wrong, as a sentence. */
export type PublishedServer =
  | { readonly type: 'server'; readonly name: string; readonly words: Raw }
  | { readonly type: 'wrong'; readonly message: string };

/** Reads a pasted `server.json`, alone or as a registry answers it. */
export function publishedServer(root: Raw): PublishedServer {
  const server = inNewWords(isRecord(root['server']) ? root['server'] : root);
  // A registry asks for a description; who pastes a document knows what it is of.
  const reading = readDocument({
    server: { description: 'A published server.', version: 'none', ...recordOf(server) },
  });
  if (reading.type === 'unreadable')
    return { type: 'wrong', message: `This server.json can't be read: ${reading.why}.` };
  const { name } = reading.document;
  const { launch, needs, description, finding, reason } = documentFacts(reading.document);
  if (reason !== undefined) return { type: 'wrong', message: reason };
  // A text in which the scan finds something is not shown to agents.
  const described = recordOf(server)['description'] === undefined || finding !== '' ? {} : { description };
  const required = needs.length === 0 ? {} : { requiredEnv: needs.map(needSetting) };
  return {
    type: 'server',
    name: name.slice(name.indexOf('/') + 1),
    words: { ...launchSetting(launch), ...described, ...required },
  };
}

/** Until September 2025, the words were written with underscores: `registry_type`. What publishers name stays as it is. */
function inNewWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inNewWords);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [newWord(key), partInNewWords(key, part)]),
  );
}

function partInNewWords(key: string, part: unknown): unknown {
  if (key !== 'variables' || !isRecord(part)) return inNewWords(part);
  return Object.fromEntries(Object.entries(part).map(([name, variable]) => [name, inNewWords(variable)]));
}

function newWord(key: string): string {
  return key.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
