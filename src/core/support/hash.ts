/** SHA-256 of the UTF-8 text, as 64 lower-case hex digits. A port, because core has no crypto of its own. */
export type Sha256 = (text: string) => string;
