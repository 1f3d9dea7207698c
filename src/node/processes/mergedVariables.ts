/**
 * Variables of a server's entry over those that every server gets. Windows takes names for the same whatever their case, and of two that
 * differ in it only one would count: there, the entry's has the name that is already in use.
 */
export function mergedVariables(
  own: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> | undefined,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  if (platform !== 'win32' || given === undefined) return { ...own, ...given };
  const merged = new Map(Object.entries(own));
  for (const [name, value] of Object.entries(given)) {
    const known = [...merged.keys()].find(key => key.toUpperCase() === name.toUpperCase());
    merged.set(known ?? name, value);
  }
  return Object.fromEntries(merged);
}
