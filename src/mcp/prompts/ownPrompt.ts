/** A prompt of ours. */
export interface OwnPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly OwnArgument[];
  /** What the conversation begins with, from arguments that have been checked. Loaded when it is asked for. */
  text(given: Readonly<Record<string, string>>): Promise<string>;
}

/** What a user may fill in. */
export interface OwnArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Whether a value will do. */
  readonly fits: RegExp;
  /** How to say it right, in a refusal. */
  readonly rule: string;
  /** All values there are, where they can be told. */
  readonly values?: readonly string[];
}
