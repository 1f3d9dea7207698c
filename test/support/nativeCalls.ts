import { onTestFinished } from 'vitest';
import type { Core } from '../../src/core/core';
import type { Caller } from '../../src/core/gateway/sessions/sessions';
import type { Progress, ToolResult } from '../../src/core/gateway/upstream/upstream';
import { Operations } from '../../src/core/operations/operations';
import { answered } from '../../src/core/toolbox/answers';
import { runNative } from '../../src/core/toolbox/nativeRun';
import { runnable } from '../../src/mcp/builtInModules';
import type { Tool, ToolServices } from '../../src/mcp/toolkit/defineTool';
import { NO_HTTP, type ProductInfo } from '../../src/mcp/toolkit/productInfo';
import type { ServerId } from '../../src/shared/ids';
import { KeptLog } from './keptLog';

/** A program that a client started. */
export const PROGRAM = {
  info: (): ProductInfo => ({
    version: '1',
    transports: { stdio: { enabled: true }, http: NO_HTTP },
  }),
  mayRestore: false,
};

interface CallWorld {
  readonly core: Core;
  /** What tools work on other than the core's own. */
  readonly services?: Partial<ToolServices>;
  readonly onProgress?: (progress: Progress) => void;
  readonly log?: KeptLog;
}

/** Calls tools of ours as the toolbox does, whatever is switched on. */
export function nativeCaller({ core, services, onProgress, log = new KeptLog() }: CallWorld) {
  const operations = new Operations(core);
  onTestFinished(() => operations.dispose());
  const works: ToolServices = { ...core, ...PROGRAM, ...services };
  return async (tool: Tool, caller: Caller, input: unknown): Promise<ToolResult> => {
    const { clock, journal } = core;
    const { name } = tool.definition;
    const runs = runnable('module' as ServerId, tool, works);
    const { signal } = new AbortController();
    const given = typeof input === 'object' && input !== null && 'op_id' in input ? input.op_id : undefined;
    const id = typeof given === 'string' ? { id: given.trim() } : {};
    return await answered({ name, log, clock, signal, explain: runs.explain }, () =>
      operations.run({ ...id, kind: 'call', name, session: caller.session }, operation =>
        runNative(
          runs,
          input,
          {
            caller,
            callingClient: {
              isTextAlone: false,
              hidesTools: false,
              isImpatient: false,
              isListTaken: () => Promise.resolve(true),
            },
            operation,
            signal: operation.signal,
            options: { signal: operation.signal },
            ...(onProgress === undefined ? {} : { onProgress }),
            callTool: () => Promise.reject(new Error('Nothing is served here')),
          },
          journal,
        ),
      ),
    );
  };
}
