import * as z from 'zod';
import { eventStream, inOnePiece, type Protocol, textsIn } from '../turn';

const request = z.looseObject({
  contents: z.array(
    z.looseObject({
      parts: z.array(z.looseObject({ functionResponse: z.unknown().optional() })).default([]),
    }),
  ),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).default([]) }))
    .default([]),
});

/** Gemini's generateContent. */
export const geminiContents: Protocol = {
  takes: path => /:(?:stream)?[gG]enerateContent(?:\?|$)/.test(path),
  read(path, body) {
    const { contents, tools } = request.parse(body);
    return {
      offered: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
      deferred: [],
      results: contents
        .flatMap(({ parts }) => parts.map(({ functionResponse }) => functionResponse))
        .filter(response => response !== undefined)
        .map(response => textsIn(response).join('\n')),
      texts: textsIn(body),
      isStreamed: path.includes(':streamGenerateContent'),
    };
  },
  write(said, { isStreamed }) {
    const part =
      said.type === 'words'
        ? { text: said.text }
        : { functionCall: { id: said.id, name: said.tool, args: said.input } };
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
    };
    return isStreamed ? eventStream([[undefined, answer]]) : inOnePiece(answer);
  },
};
