import type { Place } from '../catalog/jsonTree';

/** A configuration, read: what it says, and where in the text. */
export interface ConfigText {
  readonly type: 'config';
  readonly root: Readonly<Record<string, unknown>>;
  /** Where the value with this path stands; where it can't be told, the nearest thing around it. */
  readonly placeOf: (path: readonly (string | number)[]) => Place;
  /** Names that come twice in the object at this path. */
  readonly doubled: (path: readonly string[]) => readonly string[];
}

/** What is wrong with a whole configuration. Quotes nothing of it. */
export interface ConfigError {
  readonly type: 'error';
  readonly what: string;
  readonly place: Place;
}

/** Where a file begins, for what stands nowhere else. */
export const START: Place = { line: 1, column: 1 };
