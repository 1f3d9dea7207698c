import { join } from 'node:path';
import { type Agent, APPROVED, PROGRAM_PATH, PROMPT } from '../agent';
import { HAIKU, LINE, LINES } from '../expected';
import { openaiResponses } from '../protocols/openaiResponses';

const CONFIG = '~/.codex/config.toml';

const snippet = `[mcp_servers.switchyard]
command = "node"
args = ["${PROGRAM_PATH}", "--approve", "${APPROVED}"]
default_tools_approval_mode = "approve"
required = true
`;

/** Codex as it comes. */
export const codex: Agent = {
  name: 'codex',
  command: 'codex',
  title: 'Codex',
  npm: '@openai/codex',
  launch: modules => ['node', join(modules, '@openai/codex/bin/codex.js')],
  protocol: openaiResponses,
  snippet: { language: 'toml', file: CONFIG, text: snippet },
  note:
    'Without `default_tools_approval_mode`, `codex exec` refuses every call; without `required` a slow start leaves the first ' +
    "request without tools. Codex tells the model the instructions as the description of the server's tools.",
  files: ({ model }) => ({
    [CONFIG]: `model = "gpt-5.1-codex"
model_provider = "scripted"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"

`,
  }),
  // Its sandbox needs rights that a container does not give.
  args: () => ['exec', '--dangerously-bypass-approvals-and-sandbox', PROMPT],
  env: () => ({ SCRIPTED_KEY: 'scripted' }),
  edits: () => {
    const added = LINES.slice(LINE.length + 1);
    return [{ tool: 'exec_command', input: { cmd: `echo '${added}' >> ${HAIKU}` } }];
  },
  reasons: {
    arrival: 'it lists tools once; see below for `mcp_tool_list_changed`',
  },
};

/** Codex with the feature that makes it list tools again. */
export const codexRelisting: Agent = {
  ...codex,
  name: 'codex-relisting',
  title: 'Codex, `mcp_tool_list_changed`',
  snippet: { ...codex.snippet, text: `${snippet}\n[features]\nmcp_tool_list_changed = true\n` },
  note: 'Codex calls this feature unfinished, and says so at each start.',
  reasons: {},
};
