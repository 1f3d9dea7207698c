/** Running other programs from our scripts: with a log, and ended together with everything they started. */
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';

/** The checkout this script belongs to. */
export const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that the repository brings along (a dev dependency): the version that VS Code's extension host runs on. */
export const repositoryNode = join(
  repositoryRoot,
  'node_modules',
  'node',
  'bin',
  isWindows ? 'node.exe' : 'node',
);

/** This process's environment, with the repository's Node and tools found before the machine's. */
export function repositoryEnv(env = process.env) {
  const path = [dirname(repositoryNode), join(repositoryRoot, 'node_modules', '.bin'), env.PATH ?? env.Path];
  return { ...env, PATH: path.join(delimiter) };
}

/**
 * Runs a program to its end, its output appended to a log.
 * @throws {Error} with the lines of the log that matter when it fails.
 */
export async function runLogged(command, args, { cwd, env, logFile }) {
  appendFileSync(logFile, `\n$ ${[command, ...args].join(' ')}\n`);
  const log = openSync(logFile, 'a');
  try {
    // npm is a .cmd file on Windows, which only a shell can start.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], shell: isWindows });
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    if (code !== 0) {
      // npm explains first and prints its usage last, other programs end with what went wrong.
      const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
      const errors = lines.filter(line => line.startsWith('npm error')).slice(0, 12);
      const shown = errors.length > 0 ? errors : lines.slice(-20);
      throw new Error(
        `"${[command, ...args].join(' ')}" failed (exit code ${code}); see ${logFile}.\n${shown.join('\n')}`,
      );
    }
  } finally {
    closeSync(log);
  }
}

/** Runs a program of the repository to its end, its output on our terminal. @returns its exit code. */
export async function runInherited(command, args, { env = {} } = {}) {
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    env: { ...repositoryEnv(), ...env },
    stdio: 'inherit',
    // npm's programs are .cmd files on Windows, which only a shell can start.
    shell: isWindows,
  });
  return new Promise((resolve, reject) =>
    child.once('error', reject).once('close', code => resolve(code ?? 1)),
  );
}

/** Runs a program to its end and keeps its output, which is shown when it comes unless it `isQuiet`. @returns its exit code, or the signal that ended it, and what it printed, errors included. */
export async function runKept(command, args, { isQuiet = false } = {}) {
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    env: repositoryEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows,
  });
  let output = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    from.setEncoding('utf8').on('data', text => {
      output += text;
      if (!isQuiet) to.write(text);
    });
  const code = await new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (exitCode, signal) => resolve(exitCode ?? signal)),
  );
  return { code, output };
}

/** Starts a program as the leader of its own group, so that endTree() reaches all it starts. */
export function spawnTree(command, args, options) {
  return spawn(command, args, { ...options, detached: !isWindows });
}

/** Ends a program started by spawnTree() and all its descendants in its group, at once. */
export function endTree(child) {
  if (child.pid === undefined) return;
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the whole group has already gone, which is what we want.
    if (error.code !== 'ESRCH') throw error;
  }
}
