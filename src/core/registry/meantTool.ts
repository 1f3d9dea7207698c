import type { UpstreamTool } from './tool';

/**
 * The one tool that a name can only have meant: it differs in `-` and `_`, or it is the server's own name for it without the
 * prefix, or with it. Undefined where there is none, or more than one.
 */
export function meantTool(name: string, tools: readonly UpstreamTool[]): UpstreamTool | undefined {
  const wanted = dashless(name);
  const [found, ...others] = tools.filter(({ exposedName, server, definition: { name: own } }) =>
    [exposedName, own, `${server}__${own}`].some(known => dashless(known) === wanted),
  );
  return others.length === 0 ? found : undefined;
}

/** A name in which `-` and `_` are the same: models swap them. */
export function dashless(name: string): string {
  return name.replaceAll('-', '_');
}
