import { TOOLS } from '../../src/mcp/builtInModules';
import { answered, runTool } from '../../src/mcp/runTool';
import { KeptLog } from './keptLog';
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
  const log = new KeptLog();
  const signal = new AbortController().signal;
  const info = {
    version: '1',
    transports: { stdio: { enabled: true }, http: { enabled: false, host: null, port: null, path: null } },
  };
  const context = {
    ...core,
    caller: chat(name),
    callingClient: { isTextAlone: false, hidesTools: false, isListTaken: () => Promise.resolve(true) },
    signal,
    options: { signal },
    info,
    mayRestore: false,
    callNative: () => undefined,
    callNamed: () => Promise.reject(new Error('Nothing is served here')),
  };
  return async (tool: string, input: unknown): Promise<ToolAnswer> => {
    const found = TOOLS.get(tool);
    if (found === undefined) throw new Error(`No tool is called ${tool}`);
    const answer = await answered(tool, log, () => runTool(found, input, context), {
      explain: found.explain,
    });
    const [content] = answer['content'] as { text: string }[];
    const text = content?.text ?? '';
    const isError = answer['isError'] === true;
    const result = (isError ? JSON.parse(text) : answer['structuredContent']) as ToolAnswer['result'];
    return { isError, result, text };
  };
}
