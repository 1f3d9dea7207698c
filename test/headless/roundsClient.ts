import OpenAI from 'openai';
import { expect } from 'vitest';
import { type Answer, scriptedEndpoint } from '../support/scriptedEndpoint';
import { overHttp } from './clients';
import type { World } from './world';

/** A message with what must turn up nowhere. */
export const USER = { role: 'user', content: 'PROMPT-SECRET' };

/** What a round gives. */
export type Reply = Readonly<Record<string, unknown>> & { readonly messages: readonly object[] };

/** A program that serves rounds with a scripted model, and a client of it. */
export async function roundsOver(
  of: World,
  answers: readonly Answer[],
  options: readonly string[] = ['--approve', 'all'],
) {
  const model = await scriptedEndpoint(...answers);
  const served = await overHttp(of, ['--model-endpoint', model.url, ...options], {
    SWITCHYARD_MODEL_KEY: 'MODEL-KEY-SECRET',
  });
  const base = served.url.replace(/\/mcp$/, '');
  const headers = { 'content-type': 'application/json', 'x-api-key': served.token };
  const post = async (
    path: string,
    body: unknown,
    own: Readonly<Record<string, string>> = headers,
    signal?: AbortSignal,
  ) =>
    await fetch(`${base}${path}`, {
      method: 'POST',
      headers: own,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  const round = async (body: object, path = '/llm-exec/round') => {
    const answer = await post(path, { model: 'm', messages: [USER], ...body });
    return { status: answer.status, reply: (await answer.json()) as Reply };
  };
  return { ...served, base, model, post, round };
}

/** The same, and the client of OpenAI's API. */
export async function openAi(of: World, answers: readonly Answer[], options?: readonly string[]) {
  const served = await roundsOver(of, answers, options);
  return {
    ...served,
    client: new OpenAI({ baseURL: `${served.base}/v1`, apiKey: served.token, maxRetries: 0 }),
  };
}

/** A server of a round. */
export const tool = (label: string, approval = 'never', allowed: readonly string[] = []) => ({
  type: 'mcp',
  server_label: label,
  allowed_tools: allowed,
  require_approval: approval,
});

/** The events of a stream, each with the kind that its line says. */
export function eventsOf(text: string) {
  return text
    .split('\n\n')
    .filter(block => block.startsWith('id: '))
    .map(block => {
      const [, kind, data] = /^id: \d+\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
      const event = JSON.parse(data ?? '') as Readonly<Record<string, unknown>>;
      expect(event['type']).toBe(kind);
      return event;
    });
}
