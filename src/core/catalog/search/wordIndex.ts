import { editsBetween } from '../entry/nearest';

/** A text's words in one field of a unit, and how much one of them counts. */
export interface Field {
  readonly stems: readonly string[];
  readonly weight: number;
  /** Words that such a field has as a rule: each counts less in a longer one. */
  readonly usualWords: number;
}

/** Something to look for. */
export interface Wanted {
  readonly stem: string;
  /** How much it counts; 1 is ordinary. */
  readonly weight: number;
}

/** A group that words led to. */
export interface GroupHit {
  /** By the words of all its units together, and those of the units that fit best. */
  score: number;
  /** The stems that were found in it. */
  readonly stems: Set<string>;
  /** Scores of its units that have any of the words. */
  readonly units: Map<string, number>;
}

/** BM25's: how soon more of the same word counts no more, and how much the length of a text matters. */
const SATURATION = 1.2;
const LENGTH_OF_FIELD = 0.6;
const LENGTH_OF_GROUP = 0.5;
/** What the units of a group that fit best add to its score (tuned on `test/discovery/sets`). */
const BEST_UNITS = [0.25, 0.1];
/** A count of words in 16ths, together with the number of its unit. */
const FINE = 16;
const MOST = 256 * FINE;
/** Units that are gone are swept out of the lists once they are so large a share. */
const MOST_GONE = 0.25;

interface Unit {
  readonly name: string;
  readonly group: string;
  readonly stems: readonly string[];
  isGone: boolean;
}

interface Group {
  units: Unit[];
  words: number;
}

/**
 * Words of texts in groups: the entry and the tools of a server. BM25F: what a word counts depends on the fields that it stands in, on how
 * few groups have it, and on how long the texts are. One group is replaced without looking at the others.
 */
export class WordIndex {
  #units: Unit[] = [];
  #gone = 0;
  /** By stem: the number of a unit times MOST, plus what the stem counts there, in 16ths. */
  readonly #lists = new Map<string, number[]>();
  readonly #groups = new Map<string, Group>();
  #words = 0;

  /** Puts or replaces a group: its units by name, each with its fields. */
  put(name: string, units: ReadonlyMap<string, readonly Field[]>): void {
    this.remove(name);
    const group: Group = { units: [], words: 0 };
    for (const [unit, fields] of units) this.#add(group, name, unit, fields);
    this.#groups.set(name, group);
    this.#words += group.words;
  }

  remove(name: string): void {
    const group = this.#groups.get(name);
    if (group === undefined) return;
    for (const unit of group.units) unit.isGone = true;
    this.#gone += group.units.length;
    this.#words -= group.words;
    this.#groups.delete(name);
    if (this.#gone > 64 && this.#gone > this.#units.length * MOST_GONE) this.#sweep();
  }

  has(stem: string): boolean {
    return this.#lists.has(stem);
  }

  /** The groups that have any of these words. */
  search(wanted: readonly Wanted[]): ReadonlyMap<string, GroupHit> {
    const hits = new Map<string, GroupHit>();
    for (const { stem, weight } of wanted) this.#searchOne(hits, stem, weight);
    for (const hit of hits.values()) {
      const best = [...hit.units.values()].sort((a, b) => b - a);
      for (const [place, share] of BEST_UNITS.entries()) hit.score += share * (best[place] ?? 0);
    }
    return hits;
  }

  /** The stem here that this word is but for a slip of the finger; undefined where none is near. */
  similar(word: string, limit: number): string | undefined {
    let nearest: string | undefined;
    let fewest = limit + 1;
    for (const stem of this.#lists.keys()) {
      // Whoever mistypes a word gets its first letter right.
      if (stem[0] !== word[0] || Math.abs(stem.length - word.length) > limit) continue;
      const edits = editsBetween(word, stem, limit);
      if (edits < fewest) [nearest, fewest] = [stem, edits];
    }
    return nearest;
  }

  #searchOne(hits: Map<string, GroupHit>, stem: string, weight: number): void {
    const counts = new Map<string, { sum: number; readonly units: [string, number][] }>();
    let unitsWithIt = 0;
    for (const packed of this.#lists.get(stem) ?? []) {
      const unit = this.#units[Math.floor(packed / MOST)];
      if (unit === undefined || unit.isGone) continue;
      unitsWithIt += 1;
      const count = (packed % MOST) / FINE;
      const known = counts.get(unit.group);
      if (known === undefined) counts.set(unit.group, { sum: count, units: [[unit.name, count]] });
      else {
        known.sum += count;
        known.units.push([unit.name, count]);
      }
    }
    const rareGroup = weight * rarity(counts.size, this.#groups.size);
    const rareUnit = weight * rarity(unitsWithIt, this.#units.length - this.#gone);
    for (const [name, { sum, units }] of counts) {
      const hit = hits.get(name) ?? { score: 0, stems: new Set(), units: new Map() };
      hits.set(name, hit);
      hit.score += rareGroup * saturated(sum / this.#lengthOf(name));
      hit.stems.add(stem);
      for (const [unit, count] of units)
        hit.units.set(unit, (hit.units.get(unit) ?? 0) + rareUnit * saturated(count));
    }
  }

  /** How long the texts of a group are beside those of others: 1 is as usual. */
  #lengthOf(name: string): number {
    const usual = this.#words / this.#groups.size;
    return 1 - LENGTH_OF_GROUP + (LENGTH_OF_GROUP * (this.#groups.get(name)?.words ?? 0)) / usual;
  }

  #add(group: Group, groupName: string, name: string, fields: readonly Field[]): void {
    const counts = new Map<string, number>();
    for (const { stems, weight, usualWords } of fields) {
      const length = 1 - LENGTH_OF_FIELD + (LENGTH_OF_FIELD * stems.length) / usualWords;
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + weight / length);
      group.words += weight * stems.length;
    }
    const unit: Unit = { name, group: groupName, stems: [...counts.keys()], isGone: false };
    const at = this.#units.push(unit) - 1;
    group.units.push(unit);
    for (const [stem, count] of counts) {
      const packed = at * MOST + Math.max(1, Math.min(MOST - 1, Math.round(count * FINE)));
      const list = this.#lists.get(stem);
      if (list === undefined) this.#lists.set(stem, [packed]);
      else list.push(packed);
    }
  }

  /** Numbers the units anew, without those that are gone. */
  #sweep(): void {
    const numbers = new Map<number, number>();
    const left: Unit[] = [];
    for (const [at, unit] of this.#units.entries()) if (!unit.isGone) numbers.set(at, left.push(unit) - 1);
    for (const [stem, list] of this.#lists) {
      const kept = list.flatMap(packed => {
        const at = numbers.get(Math.floor(packed / MOST));
        return at === undefined ? [] : [at * MOST + (packed % MOST)];
      });
      if (kept.length === 0) this.#lists.delete(stem);
      else this.#lists.set(stem, kept);
    }
    this.#units = left;
    this.#gone = 0;
  }
}

function saturated(count: number): number {
  return (count * (SATURATION + 1)) / (SATURATION + count);
}

/** How much it says that a text has a word which so many of all have. */
function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}
