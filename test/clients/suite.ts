import type { Agent } from './agent';
import { claudeCode } from './agents/claudeCode';
import { clineCli } from './agents/clineCli';
import { codex, codexRelisting } from './agents/codex';
import { continueCli } from './agents/continueCli';
import { copilotCli, copilotCliOther } from './agents/copilotCli';
import { geminiCli } from './agents/geminiCli';
import { kiloCode } from './agents/kiloCode';
import { opencode } from './agents/opencode';
import { qwenCode } from './agents/qwenCode';
import { documentWith } from './document';
import { type Row, rowOf } from './row';
import { tableOf } from './table';
import type { Outcome } from './trial';
import { tryAgent } from './tryAgent';

/** The clients, in the order of the table. */
export const AGENTS: readonly Agent[] = [
  ...[claudeCode, codex, codexRelisting, geminiCli, opencode],
  ...[copilotCli, copilotCliOther, qwenCode, continueCli],
  ...[clineCli, kiloCode],
];

/** What the suite needs of the machine. */
export interface Machine {
  /** This repository. */
  readonly root: string;
  /** The Node that runs clients and servers. */
  readonly node: string;
  /** The built program, as a file. */
  readonly program: string;
  /** Exact versions by package. */
  readonly versions: Readonly<Record<string, string>>;
  /** The folder node_modules of a package, installed first where it is missing. */
  install(npm: string): Promise<string>;
  /** Keeps a file about a client. */
  keep(client: string, file: string, text: string): void;
  say(line: string): void;
}

/** What came of the suite. */
export interface Result {
  readonly table: string;
  /** What somebody has to look at, one sentence each. */
  readonly problems: readonly string[];
  /** The document with what was seen. */
  document(text: string): string;
}

/** Tries the clients with these names, all without names, one after the other. */
export async function runSuite(names: readonly string[], machine: Machine): Promise<Result> {
  const rows: Row[] = [];
  for (const agent of AGENTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    machine.say(`Trying ${agent.title} ...`);
    rows.push(rowOf(agent, machine.versions[agent.npm] ?? '', await outcomeOf(agent, machine)));
  }
  const titles = AGENTS.map(({ title }) => title);
  return {
    table: tableOf(rows, titles),
    problems: rows.flatMap(({ problems }) => problems),
    document: text => documentWith(text, rows, AGENTS),
  };
}

async function outcomeOf(agent: Agent, { root, node, program, install, keep }: Machine): Promise<Outcome> {
  try {
    const modules = await install(agent.npm);
    const trial = await tryAgent({ agent, modules, root, node, program }, (file, text) =>
      keep(agent.name, file, text),
    );
    return { type: 'tried', trial };
  } catch (error) {
    // One client that fails spoils no other: its row says why, in npm's words where npm failed.
    const lines = (error instanceof Error ? error.message : String(error)).split('\n');
    const why = lines.find(line => line.startsWith('npm error')) ?? lines[0] ?? '';
    return { type: 'failed', why };
  }
}
