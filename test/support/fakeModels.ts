/** Language models and tools of VS Code as far as our own code uses them; a test says what the models answer. */
export class LanguageModelTextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolCallPart {
  readonly callId: string;
  readonly name: string;
  readonly input: object;
  constructor(callId: string, name: string, input: object) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

export class LanguageModelToolResultPart {
  readonly callId: string;
  readonly content: readonly unknown[];
  constructor(callId: string, content: readonly unknown[]) {
    this.callId = callId;
    this.content = content;
  }
}

export class LanguageModelDataPart {
  readonly data: Uint8Array;
  readonly mimeType: string;
  constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
  static image(data: Uint8Array, mimeType: string): LanguageModelDataPart {
    return new LanguageModelDataPart(data, mimeType);
  }
}

export const LanguageModelChatToolMode = { Auto: 1, Required: 2 } as const;

export const LanguageModelChatMessage = {
  User: (content: unknown) => ({ role: 'user', content }),
  Assistant: (content: unknown) => ({ role: 'assistant', content }),
};

/** As in VS Code, the code of an error is the name of the function that makes it. */
export class LanguageModelError extends Error {
  readonly code: string;
  constructor(code: string, message = '') {
    super(message);
    this.code = code;
  }
  static NoPermissions(message?: string): LanguageModelError {
    return new LanguageModelError('NoPermissions', message);
  }
  static Blocked(message?: string): LanguageModelError {
    return new LanguageModelError('Blocked', message);
  }
  static NotFound(message?: string): LanguageModelError {
    return new LanguageModelError('NotFound', message);
  }
}

export class CancellationTokenSource {
  readonly #listeners = new Set<() => void>();
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    },
  };
  cancel(): void {
    if (this.token.isCancellationRequested) return;
    this.token.isCancellationRequested = true;
    for (const listener of this.#listeners) listener();
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

/** One request to a model. */
export interface Sent {
  readonly messages: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly token: CancellationTokenSource['token'];
}

/** A model of the editor. */
export interface FakeModel {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
  readonly sendRequest: (
    messages: Sent['messages'],
    options: Sent['options'],
    token: Sent['token'],
  ) => Promise<{ readonly stream: AsyncIterable<unknown> }>;
}

/** A model that answers with these parts, request by request; an error is thrown where it stands. */
export function fakeModel(id: string, ...answers: readonly (readonly unknown[])[]) {
  const sent: Sent[] = [];
  const model: FakeModel = {
    id,
    name: id,
    vendor: 'fake',
    family: `${id}-family`,
    async sendRequest(messages, options, token) {
      sent.push({ messages, options, token });
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? [];
      const [first] = answer;
      if (first instanceof Error) throw first;
      return { stream: spoken(answer) };
    },
  };
  return { model, sent };
}

async function* spoken(parts: readonly unknown[]): AsyncIterable<unknown> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    if (part instanceof Promise) await part;
    else yield part;
  }
}

/** What VS Code has, which a test fills. */
export const languageModels: {
  models: readonly FakeModel[];
  tools: readonly { readonly name: string; readonly description: string; readonly inputSchema?: object }[];
  invoke: (
    name: string,
    options: { readonly input: object },
  ) => Promise<{ readonly content: readonly unknown[] }>;
} = { models: [], tools: [], invoke: () => Promise.reject(new Error('No tool.')) };

export const lm = {
  selectChatModels: async () => languageModels.models,
  get tools() {
    return languageModels.tools;
  },
  invokeTool: (name: string, options: { readonly input: object }) => languageModels.invoke(name, options),
};
