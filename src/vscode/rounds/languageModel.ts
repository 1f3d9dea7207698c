import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { untilAborted } from '../../core/support/abort';
import { Refusal } from '../../core/support/refusal';
import type {
  ModelPart,
  ModelPort,
  ModelRequest,
  ModelSettings,
  ModelTool,
} from '../../core/rounds/modelPort';
import { modelMessage } from './modelMessages';

/** Models named in an error. */
const MAX_NAMED = 10;

/** The models of VS Code: those of Copilot, of the user's own keys, and of other extensions. They don't count tokens. */
export const languageModel: ModelPort = {
  check: async model => void (await modelNamed(model)),

  async *ask(request, signal) {
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      requireTakeable(request);
      const model = await modelNamed(request.model);
      const messages = request.messages.map(modelMessage);
      const asking = model.sendRequest(messages, optionsOf(request), cancellation.token);
      const parts = (await untilAborted(Promise.resolve(asking), signal)).stream[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await untilAborted(parts.next(), signal);
        if (done === true) return;
        const part = partOf(value);
        if (part !== undefined) yield part;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw Refusal.is(error) ? error : refusalOf(error, request.model);
    } finally {
      signal.removeEventListener('abort', cancel);
      // Where nobody reads on, the model stops.
      cancellation.cancel();
      cancellation.dispose();
    }
  },
};

/** A model by its ID or family, alone or after its vendor: `gpt-5-mini`, `copilot/gpt-5-mini`. @throws {Refusal} model-not-found */
async function modelNamed(name: string): Promise<vscode.LanguageModelChat> {
  const models = await vscode.lm.selectChatModels();
  const namings: readonly ((model: vscode.LanguageModelChat) => string)[] = [
    ({ id }) => id,
    ({ vendor, id }) => `${vendor}/${id}`,
    ({ family }) => family,
    ({ vendor, family }) => `${vendor}/${family}`,
  ];
  for (const naming of namings) {
    const found = models.find(model => naming(model) === name);
    if (found !== undefined) return found;
  }
  const names = models.slice(0, MAX_NAMED).map(({ id }) => id);
  const all = models.length > names.length ? `${names.join(', ')}, …` : names.join(', ');
  throw new Refusal(
    'model-not-found',
    models.length === 0
      ? 'VS Code has no language model. The user can add one with the command "Chat: Manage Language Models".'
      : `VS Code has no model "${oneLine(name, 100)}". It has: ${all}.`,
  );
}

/** Who has to call one tool is offered no other: VS Code's models know no choice by name. */
function offeredTools(tools: readonly ModelTool[], { toolChoice }: ModelSettings): readonly ModelTool[] {
  if (toolChoice === 'none') return [];
  return typeof toolChoice === 'object' ? tools.filter(({ name }) => name === toolChoice.name) : tools;
}

/** What VS Code's models have no place for. @throws {Refusal} model-refused */
function requireTakeable({ settings }: ModelRequest): void {
  if (settings.format === undefined) return;
  throw new Refusal(
    'model-refused',
    "VS Code's models take no form of the answer: leave out text.format, and ask for JSON in the instructions.",
  );
}

function optionsOf({ tools, settings }: ModelRequest): vscode.LanguageModelChatRequestOptions {
  const offered = offeredTools(tools, settings);
  return {
    justification: vscode.l10n.t('Switchyard runs LLM rounds with your MCP servers.'),
    modelOptions: modelOptions(settings),
    ...(offered.length === 0
      ? {}
      : {
          tools: offered.map(({ name, description, parameters: inputSchema }) => ({
            name,
            description,
            inputSchema,
          })),
          toolMode:
            settings.toolChoice === 'required' || typeof settings.toolChoice === 'object'
              ? vscode.LanguageModelChatToolMode.Required
              : vscode.LanguageModelChatToolMode.Auto,
        }),
  };
}

/** By the names that most providers know; one that does not know a name ignores it. */
function modelOptions(settings: ModelSettings): Record<string, unknown> {
  const options = {
    temperature: settings.temperature,
    top_p: settings.topP,
    max_tokens: settings.maxOutputTokens,
    presence_penalty: settings.presencePenalty,
    frequency_penalty: settings.frequencyPenalty,
    seed: settings.seed,
    verbosity: settings.verbosity,
    reasoning_effort: settings.reasoningEffort,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** What a part says; undefined for kinds that only some providers send. */
function partOf(part: unknown): ModelPart | undefined {
  if (part instanceof vscode.LanguageModelTextPart) return { type: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelToolCallPart)
    return { type: 'call', id: part.callId, name: part.name, json: JSON.stringify(part.input ?? {}) };
  return undefined;
}

/** Names of errors with which providers say that a quota is used up, or that requests come too fast. VS Code's chat knows them too. */
const QUOTA_ERRORS: ReadonlySet<string> = new Set(['ChatQuotaExceeded', 'ChatRateLimited']);

/** Without the provider's words: they may quote what was asked. */
function refusalOf(error: unknown, name: string): Refusal {
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  const because = { cause: error };
  switch (code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return new Refusal('model-denied', DENIED, {}, because);
    case vscode.LanguageModelError.Blocked.name:
      return new Refusal('model-busy', BLOCKED, {}, because);
    case vscode.LanguageModelError.NotFound.name:
      return new Refusal(
        'model-not-found',
        `VS Code has no model "${oneLine(name, 100)}" any more. Name another model, or sign in to its provider again.`,
        {},
        because,
      );
    default:
      return isAboutQuota(error)
        ? new Refusal('model-busy', QUOTA, {}, because)
        : new Refusal('model-failed', FAILED, {}, because);
  }
}

const DENIED =
  'The user has not allowed Switchyard to use this model. VS Code asks them with the command "Switchyard: Run LLM Round…". Where it asks no more, they can allow it with "Manage Language Model Access".';
const BLOCKED =
  'VS Code blocks requests to this model, or its quota is used up. Try later, or name another model.';
const QUOTA =
  'The quota of this model is used up, or requests come too fast. Try later, or name another model.';
const FAILED = 'The model failed. Try again, or name another model.';

/** What VS Code has no code for has the provider's own error as its cause. */
function isAboutQuota(error: unknown): boolean {
  const cause = error instanceof vscode.LanguageModelError ? error.cause : error;
  return cause instanceof Error && QUOTA_ERRORS.has(cause.name);
}
