/** Shorter values would mask ordinary words. */
const SHORTEST = 6;

/** Takes values we gave a server out of what it says, in each form in which programs print them (security.md 1.2). */
export class KnownSecrets {
  /** The longest first: one may be a part of another. */
  readonly #forms: readonly string[];

  constructor(secrets: readonly string[]) {
    const forms = secrets.flatMap(formsOf).filter(form => form.length >= SHORTEST);
    this.#forms = [...new Set(forms)].sort((a, b) => b.length - a.length);
  }

  /** The most that a cut through the text may leave of one of them, in characters. */
  get longest(): number {
    return this.#forms[0]?.length ?? 0;
  }

  mask(text: string): string {
    let masked = text;
    for (const form of this.#forms) masked = masked.replaceAll(form, '•••');
    return masked;
  }
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    bytes.toString('base64'),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
    // A key of several lines is often shown with something before each line.
    ...secret.split(/\r?\n/).map(line => line.trim()),
  ];
}
