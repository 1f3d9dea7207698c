import { start } from './clients';
import type { World } from './world';

/** Runs the program's sign-in to its end, with a browser that follows every redirect. `url`: of a server that only rounds name. */
export async function signIn(
  of: World,
  server: string,
  url?: string,
): Promise<{ code: number | null; stderr: string }> {
  const where = url === undefined ? [] : ['--server-url', url];
  const program = start([...of.options, '--sign-in', server, ...where]);
  let isOpened = false;
  program.child.stderr?.on('data', () => {
    const address = /https?:\/\/\S+\/authorize\S+\n/.exec(program.stderr())?.[0];
    if (address === undefined || isOpened) return;
    isOpened = true;
    void fetch(address.trim()).then(page => page.text());
  });
  return { code: await program.exit, stderr: program.stderr() };
}
