import { gitOutside } from '../git/plumbing/gitOutside';
import { GitPlumbing } from '../git/plumbing/gitPlumbing';
import { sha256 } from '../machine/randomness';
import { Refusal } from '../../core/support/refusal';

const TIME_LIMIT_MS = 10_000;
const OUTPUT_LIMIT_BYTES = 1_024 * 1_024;

/**
 * A name for the folder that is the same for everybody who has cloned its repository from the same place, and says nothing of this
 * machine. Undefined where there is no repository, or only a part of its history.
 */
export async function repositoryId(folder: string): Promise<string | undefined> {
  const binary = gitOutside(folder);
  if (binary === undefined) return undefined;
  const git = new GitPlumbing(binary);
  const ask = async (...args: readonly string[]): Promise<string> =>
    (
      await git.text({
        cwd: folder,
        args,
        signal: new AbortController().signal,
        timeLimitMs: TIME_LIMIT_MS,
        outputLimitBytes: OUTPUT_LIMIT_BYTES,
      })
    ).trim();
  try {
    if ((await ask('rev-parse', '--is-shallow-repository')) !== 'false') return undefined;
    const roots = (await ask('rev-list', '--max-parents=0', 'HEAD')).split('\n').toSorted();
    const origin = await ask('config', '--get', 'remote.origin.url').catch(() => '');
    const prefix = await ask('rev-parse', '--show-prefix');
    return `repository-${sha256(JSON.stringify([roots[0], plainRemote(origin), prefix])).slice(0, 32)}`;
  } catch (error) {
    if (Refusal.is(error)) return undefined;
    throw error;
  }
}

/** Where a repository comes from, however its URL is written, and without who asks: `host/path`. */
export function plainRemote(remote: string): string {
  const text = remote.trim();
  const [, host = '', path = ''] =
    /^(?:[a-z+]+:\/\/)(?:[^@/]*@)?([^/:]*)(?::\d+)?\/(.*)$/i.exec(text) ??
    /^(?:[^@/]*@)?([^/:]+):(.*)$/.exec(text) ??
    [];
  if (host === '') return '';
  const plain = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return `${host.toLowerCase()}/${plain}`;
}
