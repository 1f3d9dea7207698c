import type { EntrySource } from '../../core/catalog/entry/entry';

/** Where entries stand and who put them there. */
export interface EntriesOrigin {
  readonly source: EntrySource;
  /** The setting or file, for people. */
  readonly origin: string;
  /** Whose word they are, `disabled: true` among them. */
  readonly owner: 'user' | 'workspace';
}
