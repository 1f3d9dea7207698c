/** Which language's packages a manifest names. */
export type Ecosystem = 'npm' | 'python' | 'rust' | 'go' | 'ruby' | 'php' | 'dotnet';

/** What a manifest says: each package with all that is said of it, and everything else, for comparing. */
export interface Manifest {
  /** By the name as the manifest writes it. */
  readonly dependencies: readonly (readonly [name: string, said: string])[];
  readonly rest: string;
}
