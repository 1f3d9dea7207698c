import { join } from 'node:path';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { openaiChat } from '../protocols/openaiChat';

const SETTINGS = '~/.qwen/settings.json';

const settings = {
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};

/** Qwen Code with a model that speaks OpenAI's chat completions. */
export const qwenCode: Agent = {
  name: 'qwen',
  command: 'qwen',
  title: 'Qwen Code',
  npm: '@qwen-code/qwen-code',
  launch: modules => ['node', join(modules, '@qwen-code/qwen-code/cli-entry.js')],
  protocol: openaiChat,
  snippet: {
    language: 'json',
    file: SETTINGS,
    text: `{
  "mcpServers": {
    "switchyard": {
      "command": "node",
      "args": ["${PROGRAM_PATH}", "--approve", "${APPROVED}"],
      "trust": true,
      "alwaysLoadTools": true
    }
  }
}`,
  },
  note:
    '`alwaysLoadTools` shows the tools at once; without it the model has to search for them. `trust` spares the question ' +
    'before each call of a tool, of every server behind Switchyard.',
  files: () => ({ [SETTINGS]: JSON.stringify(settings) }),
  args: () => ['-p', PROMPT, '--approval-mode', 'auto-edit', '--auth-type', 'openai', '--model', 'scripted'],
  env: ({ model }) => ({ OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'scripted' }),
  edits: ({ workspace }) => {
    const file_path = join(workspace, HAIKU);
    return [
      { tool: 'read_file', input: { file_path } },
      { tool: 'edit', input: { file_path, old_string: LINE, new_string: LINES } },
    ];
  },
  reasons: { arrival: 'it lists tools once' },
};
