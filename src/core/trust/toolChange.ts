/** How the tools of a server changed since they were approved. */
export interface ToolChange {
  /** The version that the server said of itself then; left out where nobody kept it. */
  readonly from?: string;
  /** The one it says now. */
  readonly to: string;
  /** How many of its tools changed. */
  readonly tools: number;
}

/** The change in brackets, after a space; empty where the server says the same version as before, or none was kept. */
export function changeText({ from, to, tools }: ToolChange): string {
  if (from === undefined || from === to) return '';
  return ` (${from} → ${to}, ${tools === 1 ? '1 tool' : `${tools} tools`} changed)`;
}
