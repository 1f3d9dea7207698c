/** Whether a text stands for more than itself. */
export function isPattern(text: string): boolean {
  return text.includes('*');
}

/** Whether a text fits a pattern in which `*` stands for anything. Takes time linear in both, whatever an agent writes. */
export function matcher(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text => text === pattern;
  return text => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
