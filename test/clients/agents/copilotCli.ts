import { join } from 'node:path';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { anthropicMessages } from '../protocols/anthropicMessages';
import { openaiChat } from '../protocols/openaiChat';

/** Copilot CLI with a Claude model. */
export const copilotCli: Agent = {
  name: 'copilot',
  command: 'copilot',
  title: 'Copilot CLI',
  npm: '@github/copilot',
  launch: modules => ['node', join(modules, '@github/copilot/npm-loader.js')],
  protocol: anthropicMessages,
  snippet: {
    language: 'sh',
    text: `copilot mcp add switchyard -- node ${PROGRAM_PATH} --approve ${APPROVED}`,
  },
  note: 'With `copilot -p`, add `--allow-tool switchyard`: that allows every tool of every server behind Switchyard.',
  args: () => [
    '-p',
    PROMPT,
    ...['--allow-tool', 'switchyard', '--allow-tool', 'write'],
    ...['--disable-client-telemetry', '--no-auto-update'],
  ],
  env: ({ model }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: model,
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_API_KEY: 'scripted',
    COPILOT_MODEL: 'claude-sonnet-4.5',
  }),
  search: name => ({ tool: 'tool_search_tool', input: { pattern: `^${name}$` } }),
  edits: ({ workspace }) => [
    { tool: 'edit', input: { path: join(workspace, HAIKU), old_str: LINE, new_str: LINES } },
  ],
};

/** Copilot CLI with a model that is not Claude, which it tells less. */
export const copilotCliOther: Agent = {
  ...copilotCli,
  name: 'copilot-gpt',
  title: 'Copilot CLI, GPT model',
  protocol: openaiChat,
  env: place => ({
    ...copilotCli.env(place),
    COPILOT_PROVIDER_BASE_URL: `${place.model}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_MODEL: 'gpt-4.1',
  }),
  reasons: { instructions: 'it passes them to Claude models only' },
};
