/** A titled list that can be written longer or shorter. */
export interface Section {
  readonly title: string;
  /** What the parts of an item are; written below the title where items have room for more than a name. */
  readonly columns?: string;
  readonly separator: string;
  /** How many items it has. */
  readonly count: number;
  /** One of them, with a text of at most `width` characters beside its name; 0 = the name only. */
  readonly item: (at: number, width: number) => string;
  /** What to call to see the items that found no room. */
  readonly moreCall: string;
}

/** How long texts beside names may be; with less than `min` they say nothing and are left out. */
export interface TextWidths {
  readonly min: number;
  readonly max: number;
}

/**
 * The sections in at most `budget` characters, with texts as long as fit; where not even short ones do, names only, as many
 * as fit, with the number of the others.
 */
export function fitSections(sections: readonly Section[], budget: number, { min, max }: TextWidths): string {
  // What does not even fit by names alone needs no other try.
  const lists = sections.map(section => ({ section, names: itemsOf(section, 0, budget) }));
  const isWhole = lists.every(({ section, names }) => names.length === section.count);
  const bare = lists.map(({ section, names }) => written(section, names, false)).join('\n');
  if (!isWhole || bare.length > budget) return cutSections(lists, budget);
  const writtenWith = (width: number): string =>
    sections.map(section => written(section, itemsOf(section, width), true)).join('\n');
  // Longer texts never need less room, so the longest that fit can be found by halving.
  let fitting = 0;
  let tooLong = max + 1;
  for (let width = max; width >= min && fitting < tooLong - 1; width = Math.floor((fitting + tooLong) / 2)) {
    if (writtenWith(width).length <= budget) fitting = width;
    else tooLong = width;
  }
  return fitting === 0 ? bare : writtenWith(fitting);
}

/** The items, up to the one with which they are longer than there is room: of thousands, a few dozen are shown. */
function itemsOf({ count, item, separator }: Section, width: number, room = Infinity): readonly string[] {
  const items: string[] = [];
  for (let at = 0, used = 0; at < count && used <= room; at += 1) {
    const text = item(at, width);
    used += text.length + separator.length;
    items.push(text);
  }
  return items;
}

function written(
  { title, columns, separator }: Section,
  items: readonly string[],
  hasColumns: boolean,
): string {
  const head = hasColumns && columns !== undefined ? `${title}\n${columns}\n` : `${title}\n`;
  return head + items.join(separator);
}

function cutSections(
  named: readonly { readonly section: Section; readonly names: readonly string[] }[],
  budget: number,
): string {
  const lists = named.map(({ section, names }) => ({
    section,
    items: names,
    more: moreOf(section, section.count),
  }));
  // Everything but the items has its place for certain; the items share what is left by their number.
  const fixed = lists.reduce((sum, { section, more }) => sum + section.title.length + more.length + 3, 0);
  const room = Math.max(0, budget - fixed);
  const total = lists.reduce((sum, { section }) => sum + section.count, 0);
  return lists
    .map(({ section, items }) => {
      const share = Math.floor((room * section.count) / Math.max(1, total));
      const shown = itemsWithin(items, section.separator, share);
      const text = `${section.title}\n${shown.join(section.separator)}`;
      return shown.length === section.count
        ? text
        : `${text}\n${moreOf(section, section.count - shown.length)}`;
    })
    .join('\n')
    .slice(0, Math.max(0, budget));
}

function itemsWithin(items: readonly string[], separator: string, room: number): readonly string[] {
  let used = 0;
  const end = items.findIndex(item => (used += item.length + separator.length) > room);
  return end < 0 ? items : items.slice(0, end);
}

function moreOf({ moreCall }: Section, count: number): string {
  return `… and ${count} more: call ${moreCall}.`;
}
