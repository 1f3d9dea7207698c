import * as vscode from 'vscode';
import type { RoundImage } from '../../core/rounds/roundImage';
import type { RoundMessage } from '../../core/rounds/roundMessage';
import { Refusal } from '../../core/support/refusal';

/** A message as VS Code's models take it. They know no system role: its words come from the user. */
export function modelMessage(message: RoundMessage): vscode.LanguageModelChatMessage {
  const chat = vscode.LanguageModelChatMessage;
  switch (message.role) {
    case 'system':
      return chat.User(message.content);
    case 'user':
      return chat.User(
        message.images === undefined
          ? message.content
          : [
              ...(message.content === '' ? [] : [new vscode.LanguageModelTextPart(message.content)]),
              ...message.images.map(imagePart),
            ],
      );
    case 'assistant':
      return chat.Assistant(message.content);
    case 'tool_request':
      return chat.Assistant([
        ...(message.content === undefined ? [] : [new vscode.LanguageModelTextPart(message.content)]),
        ...message.tool_calls.map(
          ({ id, name, arguments: input }) => new vscode.LanguageModelToolCallPart(id, name, input),
        ),
      ]);
    case 'tool_response':
      return chat.User(
        message.tool_calls.map(
          ({ tool_call_id: id, content }) =>
            new vscode.LanguageModelToolResultPart(id, [new vscode.LanguageModelTextPart(content)]),
        ),
      );
  }
}

/** @throws {Refusal} model-refused, where the image is not in the request itself */
function imagePart({ url }: RoundImage): vscode.LanguageModelDataPart {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (type === undefined || data === undefined)
    throw new Refusal(
      'model-refused',
      "VS Code's models take images in the request only: send a data: URL instead of an address.",
    );
  return vscode.LanguageModelDataPart.image(Buffer.from(data, 'base64'), type);
}
