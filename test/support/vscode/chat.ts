/** Chats as a user has them: VS Code's own agent loop, with the scripted model in the place of a real one. */
import { commands, ConfigurationTarget, type Event, extensions, lm, workspace } from 'vscode';
import { MODEL_EXTENSION, MODEL_ID, type ModelRequest, type Script, type Step, VENDOR } from './script';
import { PATIENCE_MS } from './patience';
import { until, within } from './until';

const CHAT_EXTENSION = 'github.copilot-chat';
/** A turn of many steps takes longer than one thing that a window shows: one of nine took 51 s on a busy machine. */
const PATIENCE_PER_STEP_MS = 20_000;
/** What the model extension exports (see its ScriptPlayer). */
interface ScriptedModel {
  readonly onDidFinish: Event<string>;
  load(script: Script): void;
  requestsFor(prompt: string): readonly ModelRequest[];
  hasFinished(prompt: string): boolean;
}

/** A turn of the chat that has ended. */
export interface Turn {
  /** Every request of the turn, in order. */
  readonly requests: readonly ModelRequest[];
  /** Texts of the tool results, in order of the calls. */
  readonly results: readonly string[];
  /** What VS Code answered to the command; `{ type: 'confirmation', … }` when it waits for the user. */
  readonly outcome: unknown;
}

export interface AskOptions {
  /** A chat mode or the name of a custom agent. */
  readonly mode?: string;
  readonly timeoutMs?: number;
}

/** Makes the chat usable: its extension running, the scripted model known, no tool call waiting for a click. */
export async function readyChat({
  isApproving = true,
}: { readonly isApproving?: boolean } = {}): Promise<void> {
  if (extensions.getExtension(CHAT_EXTENSION) === undefined) {
    // "Manage Language Models" switches the built-in chat on without a sign-in.
    await commands.executeCommand('workbench.action.chat.manage');
    await happened(
      'The built-in chat is there',
      extensions.onDidChange,
      () => extensions.getExtension(CHAT_EXTENSION) !== undefined,
    );
  }
  // Until its agent is registered, VS Code's own stand-in takes the request and may ask for a sign-in.
  await within(
    'The built-in chat is running',
    Promise.resolve(extensions.getExtension(CHAT_EXTENSION)?.activate()),
    PATIENCE_MS,
  );
  await happened('The scripted model is known', lm.onDidChangeChatModels, hasModel);
  // The setting alone asks for consent in a dialog; the context says first that this is a test.
  await commands.executeCommand('setContext', 'vscode.chat.tools.global.autoApprove.testMode', true);
  await workspace
    .getConfiguration('chat.tools.global')
    .update('autoApprove', isApproving, ConfigurationTarget.Global);
}

/**
 * Says something in the current chat and waits for the end of the turn, in which the model plays the steps.
 * @throws {Error} when a step wanted a tool that was not offered.
 */
export async function ask(prompt: string, steps: readonly Step[], options: AskOptions = {}): Promise<Turn> {
  const model = await scriptedModel();
  model.load({ prompt, steps });
  const outcome: unknown = await within(
    `The turn "${prompt}" ends`,
    commands.executeCommand('workbench.action.chat.open', {
      query: prompt,
      mode: options.mode ?? 'agent',
      modelSelector: { vendor: VENDOR, id: MODEL_ID },
      blockOnResponse: true,
    }),
    options.timeoutMs ?? PATIENCE_MS + steps.length * PATIENCE_PER_STEP_MS,
  );
  return turnOf(prompt, outcome);
}

/**
 * Waits until VS Code offers its models a tool, or no longer does. It takes up to half a second for a new list, so a person who
 * clicks and speaks in one breath would be faster than it is; an agent's own switch waits for the list.
 */
export async function untilOffered(tool: string, isOffered = true): Promise<void> {
  const isSo = (): boolean => lm.tools.some(({ name }) => name === tool) === isOffered;
  await until(`VS Code ${isOffered ? 'offers' : 'withdraws'} ${tool}`, isSo);
}

/** Starts a second, empty chat; the next ask() talks there. */
export async function newChat(): Promise<void> {
  await commands.executeCommand('workbench.action.chat.newChat');
}

/** Gives the model a script without saying anything: for a subagent, whose prompt comes from another script. */
export async function loadScript(script: Script): Promise<void> {
  (await scriptedModel()).load(script);
}

/** The requests that reached the model for a prompt, also while the turn goes on. */
export async function requestsFor(prompt: string): Promise<readonly ModelRequest[]> {
  return (await scriptedModel()).requestsFor(prompt);
}

/** Waits for the turn that something else begins: `begin` sends the prompt, and the model plays the steps. */
export async function answered(
  prompt: string,
  steps: readonly Step[],
  begin: () => Promise<void>,
): Promise<readonly string[]> {
  (await scriptedModel()).load({ prompt, steps });
  const [{ results }] = await Promise.all([finished(prompt), begin()]);
  return results;
}

/** Clicks "Allow" on the tool call that waits for the user. */
export async function acceptTool(): Promise<void> {
  await commands.executeCommand('workbench.action.chat.acceptTool');
}

/** Waits until the model has played the whole script of a prompt, or it has already: for turns that a confirmation interrupted. */
export async function finished(prompt: string, timeoutMs = PATIENCE_MS): Promise<Turn> {
  const model = await scriptedModel();
  const hasFinished = (): boolean => model.hasFinished(prompt);
  await happened(`The script of "${prompt}" ends`, model.onDidFinish, hasFinished, timeoutMs);
  return turnOf(prompt, undefined);
}

async function hasModel(): Promise<boolean> {
  return (await lm.selectChatModels({ vendor: VENDOR })).length > 0;
}

async function turnOf(prompt: string, outcome: unknown): Promise<Turn> {
  const requests = await requestsFor(prompt);
  const lacking = requests.find(request => request.missing.length > 0);
  if (lacking !== undefined) {
    const offered = lacking.tools.filter(name => name.startsWith('mcp_'));
    throw new Error(
      `No tool ${lacking.missing.join(', ')} was offered. MCP tools that were: ${offered.join(', ') || 'none'}.`,
    );
  }
  return { requests, results: requests.at(-1)?.results.map(result => result.text) ?? [], outcome };
}

async function scriptedModel(): Promise<ScriptedModel> {
  const extension = extensions.getExtension<ScriptedModel>(MODEL_EXTENSION);
  if (extension === undefined)
    throw new Error('The test support extension is not loaded: start the suite with runSuite().');
  return extension.activate();
}

/** Waits until something is so, looking again at each event. */
async function happened(
  what: string,
  event: Event<unknown>,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = PATIENCE_MS,
): Promise<void> {
  let looked = Promise.withResolvers<void>();
  const listening = event(() => looked.resolve());
  try {
    const waiting = async () => {
      while (!(await isSo())) {
        await looked.promise;
        looked = Promise.withResolvers<void>();
      }
    };
    await within(what, waiting(), timeoutMs);
  } finally {
    listening.dispose();
  }
}
