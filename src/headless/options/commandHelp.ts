/** What `--help` says of one command: its own lines of the whole text, and the options that it takes. */
export function commandHelp(help: string, command: string, options: ReadonlySet<string>): string {
  const parts = help.split(/\n+(?= {7}switchyard | {2}--)/);
  const usage = parts.filter(part => part.startsWith(`       switchyard ${command} `));
  const own = parts.filter(part => options.has(/^ {2}--([\w-]+)/.exec(part)?.[1] ?? ''));
  return ['Usage:', ...usage, '', ...own].join('\n');
}
