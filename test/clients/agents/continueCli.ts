import { join } from 'node:path';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { openaiChat } from '../protocols/openaiChat';

const CONFIG = '~/.continue/config.yaml';

/** Continue's command line with a model that speaks OpenAI's chat completions. */
export const continueCli: Agent = {
  name: 'continue',
  command: 'cn',
  title: 'Continue',
  npm: '@continuedev/cli',
  launch: modules => ['node', join(modules, '@continuedev/cli/dist/cn.js')],
  protocol: openaiChat,
  snippet: {
    language: 'yaml',
    file: CONFIG,
    text: `mcpServers:
  - name: switchyard
    type: stdio
    command: node
    args: ['${PROGRAM_PATH}', '--approve', '${APPROVED}']
`,
  },
  note: 'With `cn -p`, add `--auto` where the model is to change files.',
  files: ({ model }) => ({
    [CONFIG]: `name: Scripted
version: 1.0.0
schema: v1
models:
  - name: Scripted
    provider: openai
    model: scripted
    apiBase: ${model}/v1
    apiKey: scripted
    roles: [chat]
    capabilities: [tool_use]
`,
  }),
  args: ({ home }) => ['--config', join(home, '.continue/config.yaml'), '--auto', '-p', PROMPT],
  env: () => ({
    CONTINUE_CLI_ENABLE_TELEMETRY: '0',
    CONTINUE_METRICS_ENABLED: '0',
    CONTINUE_TELEMETRY_ENABLED: '0',
  }),
  edits: ({ workspace }) => {
    const file = join(workspace, HAIKU);
    return [
      { tool: 'Read', input: { filepath: file } },
      { tool: 'Edit', input: { file_path: file, old_string: LINE, new_string: LINES } },
    ];
  },
  reasons: { instructions: 'it passes no instructions on', arrival: 'it lists tools once' },
};
