import * as vscode from 'vscode';
import type { RoundMessage } from '../../core/rounds/roundMessage';

/** A message as VS Code's models take it. They know no system role: its words come from the user. */
export function modelMessage(message: RoundMessage): vscode.LanguageModelChatMessage {
  const chat = vscode.LanguageModelChatMessage;
  switch (message.role) {
    case 'system':
    case 'user':
      return chat.User(message.content);
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
