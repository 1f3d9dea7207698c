import { join } from 'node:path';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { anthropicMessages } from '../protocols/anthropicMessages';

const server = {
  type: 'stdio',
  command: 'node',
  args: [PROGRAM_PATH, '--approve', APPROVED],
  alwaysLoad: true,
};

/** Claude Code, with its default model. */
export const claudeCode: Agent = {
  name: 'claude',
  command: 'claude',
  title: 'Claude Code',
  npm: '@anthropic-ai/claude-code',
  launch: modules => ['node', join(modules, '@anthropic-ai/claude-code/cli-wrapper.cjs')],
  protocol: anthropicMessages,
  snippet: {
    language: 'sh',
    text: `claude mcp add-json --scope user switchyard '${JSON.stringify(server)}'`,
  },
  note:
    '`alwaysLoad` shows the tools at once; without it the model has to search for them. With `claude -p`, add ' +
    '`--allowedTools mcp__switchyard`: that allows every tool of every server behind Switchyard.',
  args: () => ['-p', PROMPT, '--allowedTools', 'mcp__switchyard', 'Read', 'Edit'],
  env: ({ model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  search: name => ({ tool: 'ToolSearch', input: { query: `select:${name}` } }),
  edits: ({ workspace }) => {
    const file_path = join(workspace, HAIKU);
    return [
      { tool: 'Read', input: { file_path } },
      { tool: 'Edit', input: { file_path, old_string: LINE, new_string: LINES } },
    ];
  },
};
