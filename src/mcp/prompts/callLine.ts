/** A line of a prompt that is a call as it can be made. */
export function call(tool: string, input: unknown): string {
  return `   ${tool} ${JSON.stringify(input)}`;
}
