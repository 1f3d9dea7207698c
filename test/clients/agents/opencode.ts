import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { openaiChat } from '../protocols/openaiChat';

/** opencode with a provider of its own configuration. */
export const opencode: Agent = {
  name: 'opencode',
  command: 'opencode',
  title: 'opencode',
  npm: 'opencode-ai',
  launch: modules => [
    join(modules, `opencode-${platform === 'win32' ? 'windows' : platform}-${arch}/bin/opencode`),
  ],
  protocol: openaiChat,
  snippet: {
    language: 'json',
    file: '~/.config/opencode/opencode.json',
    text: `{
  "mcp": {
    "switchyard": {
      "type": "local",
      "command": ["node", "${PROGRAM_PATH}", "--approve", "${APPROVED}"],
      "enabled": true
    }
  }
}`,
  },
  note: 'All conversations of one `opencode serve` share what is switched on: they have one connection.',
  args: () => ['run', '--model', 'scripted/scripted', PROMPT],
  env: ({ model }) => ({
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      enabled_providers: ['scripted'],
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model}/v1`, apiKey: 'scripted' },
          models: { scripted: { name: 'Scripted', tool_call: true } },
        },
      },
    }),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  }),
  edits: ({ workspace }) => {
    const filePath = join(workspace, HAIKU);
    return [
      { tool: 'read', input: { filePath } },
      { tool: 'edit', input: { filePath, oldString: LINE, newString: LINES } },
    ];
  },
};
