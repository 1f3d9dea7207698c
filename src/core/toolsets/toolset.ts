/** Some tools of some servers under one name, kept with the workspace: what one kind of work needs. */
export interface Toolset {
  readonly name: string;
  /** What it is for; empty where nobody said. */
  readonly description: string;
  readonly servers: readonly ToolsetServer[];
}

/** A server of a toolset. */
export interface ToolsetServer {
  readonly server: string;
  /** The server's own names of the tools that are listed; undefined for all. */
  readonly tools: readonly string[] | undefined;
}

/** What the file of a workspace says; what is wrong with it, where something is. */
export interface ToolsetReading {
  readonly toolsets: readonly Toolset[];
  readonly problem: string | undefined;
}

/** Where a workspace keeps its toolsets. */
export interface ToolsetStore {
  /** As a person calls the file. */
  readonly label: string;
  /** As it is now; never rejects. */
  read(): Promise<ToolsetReading>;
  /** Puts or replaces one, and leaves the rest of the file as it is. @throws {Refusal} toolsets-unreadable */
  save(toolset: Toolset): Promise<void>;
}
