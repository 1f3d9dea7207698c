/** What a composition root knows of the running product, for `mcp_info`. */
export interface ProductInfo {
  readonly version: string;
  readonly transports: {
    readonly stdio: { readonly enabled: boolean };
    readonly http: {
      readonly enabled: boolean;
      readonly host: string | null;
      readonly port: number | null;
      readonly path: string | null;
    };
  };
}
