import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { openaiChat } from '../protocols/openaiChat';

/** Kilo Code's command line with a provider of its own configuration. */
export const kiloCode: Agent = {
  name: 'kilo',
  command: 'kilo',
  title: 'Kilo Code',
  npm: '@kilocode/cli',
  launch: modules => [
    join(modules, `@kilocode/cli-${platform === 'win32' ? 'windows' : platform}-${arch}/bin/kilo`),
  ],
  protocol: openaiChat,
  snippet: {
    language: 'json',
    file: '~/.config/kilo/kilo.json',
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
  note: 'With `kilo run`, add `--auto`: it refuses every call that a person would have to approve.',
  args: () => ['run', '--auto', '--model', 'scripted/scripted', PROMPT],
  env: ({ model }) => ({
    KILO_CONFIG_CONTENT: JSON.stringify({
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
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_DEFAULT_PLUGINS: '1',
    KILO_DISABLE_LSP_DOWNLOAD: '1',
    KILO_DISABLE_MODELS_FETCH: '1',
  }),
  edits: ({ workspace }) => {
    const filePath = join(workspace, HAIKU);
    return [
      { tool: 'read', input: { filePath } },
      { tool: 'edit', input: { filePath, oldString: LINE, newString: LINES } },
    ];
  },
};
