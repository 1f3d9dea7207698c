import { TOOLS } from '../../src/mcp/builtInModules';
import { nativeCaller } from './nativeCalls';
import { chat, type TestCore } from './testCore';

/** An answer as a model and a program read it. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** `structuredContent`; of an error, what its text says. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Calls tools of ours as the server does, whatever is switched on. */
export function toolCaller(core: TestCore, name = 'anna') {
  const call = nativeCaller({ core });
  return async (tool: string, input: unknown): Promise<ToolAnswer> => {
    const found = TOOLS.get(tool);
    if (found === undefined) throw new Error(`No tool is called ${tool}`);
    const answer = await call(found, chat(name), input);
    const [content] = answer['content'] as { text: string }[];
    const text = content?.text ?? '';
    const isError = answer['isError'] === true;
    const result = (isError ? JSON.parse(text) : answer['structuredContent']) as ToolAnswer['result'];
    return { isError, result, text };
  };
}
