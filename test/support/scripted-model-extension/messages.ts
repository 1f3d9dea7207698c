import {
  LanguageModelChatMessageRole,
  type LanguageModelChatRequestMessage,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
} from 'vscode';
import type { MessageText, ToolResult } from '../vscode/script';

/** The messages as a person would read them. */
export function messageTexts(messages: readonly LanguageModelChatRequestMessage[]): readonly MessageText[] {
  return messages.map(({ role, content }) => ({
    role:
      role === LanguageModelChatMessageRole.User
        ? 'user'
        : role === LanguageModelChatMessageRole.Assistant
          ? 'assistant'
          : 'system',
    text: content.map(textOfPart).join(''),
  }));
}

/** The results of the tool calls that a script made (their call ids start with its id), in the order of the calls. */
export function resultsOf(
  messages: readonly LanguageModelChatRequestMessage[],
  scriptId: string,
): readonly ToolResult[] {
  const names = new Map<string, string>();
  const results: ToolResult[] = [];
  for (const part of messages.flatMap(message => message.content)) {
    if (part instanceof LanguageModelToolCallPart) names.set(part.callId, part.name);
    if (!(part instanceof LanguageModelToolResultPart)) continue;
    const [id, step] = part.callId.split('.');
    if (id !== scriptId) continue;
    results.push({
      step: Number(step),
      tool: names.get(part.callId) ?? '',
      text: part.content.map(textOfPart).join(''),
    });
  }
  return results;
}

function textOfPart(part: unknown): string {
  return part instanceof LanguageModelTextPart ? part.value : '';
}
