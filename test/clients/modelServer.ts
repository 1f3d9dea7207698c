import type { IncomingMessage } from 'node:http';
import { bodyOf, listen } from '../support/httpListener';
import type { Asked, Protocol, Said, Written } from './turn';

/** A model on loopback that plays a conversation. */
export interface ModelServer {
  readonly origin: string;
  /** Every request for an answer, as it came: for a look when a client does something new. */
  readonly bodies: readonly string[];
  /** What was asked, as `METHOD /path`. */
  readonly requests: readonly string[];
  close(): void;
}

interface Answer extends Written {
  readonly status: number;
}

/** What a model says to a request. */
export interface Speaker {
  answer(asked: Asked): Said;
}

/** Plays the conversation to a client. */
export async function startModel(protocol: Protocol, conversation: Speaker): Promise<ModelServer> {
  const bodies: string[] = [];
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const path = request.url ?? '/';
    const body = await bodyOf(request);
    if (request.method !== 'POST' || !protocol.takes(path)) return refusal(404, 'Not scripted.');
    bodies.push(body);
    const asked = protocol.read(path, JSON.parse(body));
    return { status: 200, ...protocol.write(conversation.answer(asked), asked) };
  };
  const server = await listen((request, response) => {
    void answerTo(request)
      .catch((error: unknown) => refusal(400, String(error)))
      .then(({ status, contentType, body }) =>
        response.writeHead(status, { 'content-type': contentType }).end(body),
      );
  });
  return { ...server, bodies };
}

function refusal(status: number, message: string): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify({ error: { message } }) };
}
