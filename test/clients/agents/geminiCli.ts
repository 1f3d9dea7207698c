import { join } from 'node:path';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { geminiContents } from '../protocols/geminiContents';

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};

/** Gemini CLI with an API key. */
export const geminiCli: Agent = {
  name: 'gemini',
  command: 'gemini',
  title: 'Gemini CLI',
  npm: '@google/gemini-cli',
  launch: modules => ['node', join(modules, '@google/gemini-cli/bundle/gemini.js')],
  protocol: geminiContents,
  snippet: {
    language: 'sh',
    text: `gemini mcp add -s user --trust switchyard node ${PROGRAM_PATH} -- --approve ${APPROVED}`,
  },
  note: '`--trust` spares the question before each call of a tool, of every server behind Switchyard.',
  files: () => ({ '~/.gemini/settings.json': JSON.stringify(settings) }),
  args: () => ['-p', PROMPT, '--approval-mode', 'yolo', '-m', 'gemini-2.5-pro'],
  env: ({ model }) => ({ GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: model }),
  edits: ({ workspace }) => {
    const change = { instruction: 'Add a line.', old_string: LINE, new_string: LINES };
    return [{ tool: 'replace', input: { file_path: join(workspace, HAIKU), ...change } }];
  },
};
