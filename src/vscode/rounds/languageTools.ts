import * as vscode from 'vscode';
import { untilAborted } from '../../core/support/abort';
import type { JsonSchema } from '../../core/registry/tool';
import type { HostResult, HostTools } from '../../core/rounds/hostTools';

/** The tools of VS Code and its extensions. VS Code asks the person before one that changes something runs. */
export const languageTools: HostTools = {
  find(name) {
    const tool = vscode.lm.tools.find(each => each.name === name);
    return (
      tool && {
        name,
        description: tool.description,
        parameters: (tool.inputSchema ?? { type: 'object', properties: {} }) as JsonSchema,
      }
    );
  },
  async run(name, input, signal) {
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const running = vscode.lm.invokeTool(
        name,
        { input, toolInvocationToken: undefined },
        cancellation.token,
      );
      const { content } = await untilAborted(Promise.resolve(running), signal);
      return { content: content.map(partOf) };
    } catch (error) {
      signal.throwIfAborted();
      return failed(error instanceof Error ? error.message : 'It failed.');
    } finally {
      signal.removeEventListener('abort', cancel);
      cancellation.dispose();
    }
  },
};

function partOf(part: unknown): object {
  if (part instanceof vscode.LanguageModelTextPart) return { type: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelDataPart) return { type: 'data', mimeType: part.mimeType };
  return { type: 'content' };
}

function failed(text: string): HostResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
