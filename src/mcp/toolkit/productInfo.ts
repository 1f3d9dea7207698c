/** Where a program of ours is reached over HTTP; null where it is not. */
export interface HttpInfo {
  readonly enabled: boolean;
  readonly host: string | null;
  readonly port: number | null;
  readonly path: string | null;
}

/** What a composition root knows of the running product, for `mcp_info`. */
export interface ProductInfo {
  readonly version: string;
  readonly transports: {
    readonly stdio: { readonly enabled: boolean };
    readonly http: HttpInfo;
  };
}

/** A program that is not reached over HTTP. */
export const NO_HTTP: HttpInfo = { enabled: false, host: null, port: null, path: null };
