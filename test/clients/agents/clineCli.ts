import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { openaiChat } from '../protocols/openaiChat';

const provider = (model: string) => ({
  provider: 'openai-compatible',
  apiKey: 'scripted',
  model: 'scripted',
  baseUrl: `${model}/v1`,
});

/** Cline's command line with an endpoint that speaks OpenAI's chat completions. */
export const clineCli: Agent = {
  name: 'cline',
  command: 'cline',
  title: 'Cline',
  npm: 'cline',
  launch: modules => [
    join(modules, `@cline/cli-${platform === 'win32' ? 'windows' : platform}-${arch}/bin/cline`),
  ],
  protocol: openaiChat,
  snippet: {
    language: 'sh',
    text: `cline mcp add switchyard --yes -- node ${PROGRAM_PATH} --approve ${APPROVED}`,
  },
  note: 'Cline waits three seconds for a server to start. Install Switchyard first: a download by `npx` takes longer.',
  files: ({ model }) => ({
    '~/.cline/data/settings/providers.json': JSON.stringify({
      version: 1,
      lastUsedProvider: 'openai-compatible',
      modes: {},
      providers: {
        'openai-compatible': {
          settings: provider(model),
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    }),
  }),
  args: () => ['--retries', '1', PROMPT],
  env: () => ({ CLINE_TELEMETRY_DISABLED: '1', CLINE_NO_AUTO_UPDATE: '1' }),
  edits: ({ workspace }) => [
    { tool: 'editor', input: { path: join(workspace, HAIKU), old_text: LINE, new_text: LINES } },
  ],
  reasons: {
    instructions: 'it passes no instructions on',
    arrival: 'it lists tools once',
    exit: 'its own hub stays for the next prompt',
  },
};
