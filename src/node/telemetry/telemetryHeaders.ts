/** OpenTelemetry's own variables. What is in them is read only by who asked for telemetry. */
export const ENDPOINT_VARIABLE = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const HEADERS_VARIABLE = 'OTEL_EXPORTER_OTLP_HEADERS';

/** The headers that a collector wants, such as a vendor's key: from the environment, since a setting is no place for a secret. */
export function telemetryHeaders(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  const pairs = (environment[HEADERS_VARIABLE] ?? '').split(',').flatMap(pair => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim().toLowerCase();
    return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)
      ? [[name, decoded(pair.slice(at + 1).trim())] as const]
      : [];
  });
  return Object.fromEntries(pairs);
}

/** As W3C Baggage writes values; what is not written so is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A percent sign that means itself.
  }
}
