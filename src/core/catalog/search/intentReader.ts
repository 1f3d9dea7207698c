import type { ServerId } from '../../../shared/ids';
import type { CatalogIndex, ServerHit } from './catalogIndex';
import type { Concepts, Meant } from './concepts';
import { editsBetween } from '../entry/nearest';
import { stem } from '../entry/stem';
import { isFrench, type Meanings, type Weighed } from './meanings';
import { foldText, isStopWord, tellingWords, wordsOf } from './words';

/** More words than these say no more of what is wanted. */
const MOST_WORDS = 60;
/** Words that are known nowhere and are looked for with a slip in them. */
const MOST_CORRECTED = 6;
/** A shorter word may be a slip of too many others. */
const SHORTEST_CORRECTED = 5;
/** A shorter word is seldom a product that nobody could mean otherwise. */
const SHORTEST_PRODUCT = 4;
/** How much a word counts that fits any server. */
const GENERAL_WEIGHT = 0.6;
/** How much counts what a mistyped word may have meant. */
const GUESS_WEIGHT = 0.5;
/** What each further word of a phrase adds to its weight: the longer, the surer. */
const PHRASE_STEP = 0.5;
/** How much a concept counts that a word only hints at, or may have meant. */
const HINT_WEIGHT = 0.4;
/** What the servers after the best known one for a concept gain less each. */
const KNOWN_STEP = 0.13;
/** What a server that no table can know gains for speaking of a concept itself, beside one that is known or named after a product. */
const SPOKEN_SHARE = 0.7;
/** What a server gains whose name is said: whoever names a product means it. */
const NAMED_WEIGHT = 5;
/** The same for a server of the user's own whose name is a word like any other: "git", "kubernetes". */
const OWN_NAME_WEIGHT = 2;
/** The most that the table of concepts and names add, beside 1 for most of the words. */
const EVIDENCE_SHARE = 12;
/** Evidence of which half of that comes. */
const HALF_EVIDENCE = 6;

/** How much of what the best known server gains another one gains that has all of the words: a user's own, and one that ships. */
const OWN_SHARE = 0.7;
const SHIPPED_SHARE = 0.15;

/** Words that say how, or in what, and fit any server. */
const GENERAL: ReadonlySet<string> = new Set(
  `create add new build run start open close read write list show find check look see update change edit manage
  delete remove save load test put call keep connect install generate browse query data code web site local page app time next
  creer nouveau construire lancer demarrer ouvrir fermer lire ecrire lister afficher montrer trouver verifier regarder
  modifier changer gerer supprimer enregistrer tester mettre appeler garder connecter installer generer donnee code site`
    .split(/\s+/)
    .map(stem),
);

/** What an intent led to. */
export interface Reading {
  readonly hits: ReadonlyMap<ServerId, ServerHit>;
  /** The words of the intent behind a hit. */
  readonly said: (hit: ServerHit) => readonly string[];
  /** Whether more than hints, guesses and likeness led to a hit. */
  readonly isSure: (hit: ServerHit) => boolean;
}

/** Makes of an intent what is looked for: its words, what they mean, and what is known of servers that ship. */
export class IntentReader {
  readonly #concepts: Concepts;
  readonly #meanings: Meanings | undefined;

  constructor(concepts: Concepts, meanings: Meanings | undefined) {
    this.#concepts = concepts;
    this.#meanings = meanings;
  }

  /** `isShipped`: whether a server is one of those that come with us. */
  read(intent: string, index: CatalogIndex, isShipped: (id: ServerId) => boolean): Reading {
    const folded = foldText(intent);
    const all = wordsOf(folded).slice(0, 2 * MOST_WORDS);
    const telling = tellingWords(folded).slice(0, MOST_WORDS);
    const asked = new Asked();
    const meaning = this.#askForWords(asked, telling, index, isFrench(intent));
    const hits = index.search({ wanted: asked.wanted, meaning });
    const sure = new Set(
      [...hits.values()]
        .filter(({ stems }) => [...stems].some(part => asked.sure.has(part)))
        .map(({ id }) => id),
    );
    const evidence = new Evidence();
    this.#gatherConcepts(evidence, all, telling, index, isShipped);
    const gained = new Map<ServerId, number>();
    for (const [id, { amount, stems }] of evidence.byServer) {
      if (!index.isThere(id)) continue;
      gained.set(id, (EVIDENCE_SHARE * amount) / (amount + HALF_EVIDENCE));
      const hit = hits.get(id) ?? { id, score: 0, stems: new Set(), tools: new Map() };
      for (const part of stems) hit.stems.add(part);
      hits.set(id, hit);
    }
    // Of what no table knows, the words gain what the best known server gains, in their share: a user's own server more.
    const most = Math.max(0, ...gained.values());
    for (const hit of hits.values()) {
      const gain = gained.get(hit.id);
      const share = isShipped(hit.id) ? SHIPPED_SHARE : OWN_SHARE;
      if (gain === undefined || !isShipped(hit.id)) hit.score *= 1 + share * most;
      hit.score += gain ?? 0;
    }
    const spelled = new Map(all.map(word => [stem(word), word]));
    return {
      hits,
      said: ({ stems }) => [
        ...new Set([...stems].flatMap(part => asked.said.get(part) ?? spelled.get(part) ?? [])),
      ],
      isSure: ({ id }) => sure.has(id) || evidence.sure.has(id),
    };
  }

  /** Words as they stand, French ones also in English, mistyped ones as what they may have meant. Gives what is meant by all. */
  #askForWords(
    asked: Asked,
    telling: readonly string[],
    index: CatalogIndex,
    isInFrench: boolean,
  ): readonly Weighed[] {
    const meaning: Weighed[] = [];
    let corrected = 0;
    for (const word of telling) {
      const part = stem(word);
      // A word that says nothing leads somewhere only where nothing else was said.
      asked.add(part, GENERAL.has(part) ? GENERAL_WEIGHT : 1, word, !isStopWord(word));
      const isKnown = index.has(part) || this.#meanings?.knows(word) === true;
      const english = isInFrench || !isKnown ? (this.#meanings?.inEnglish(word) ?? []) : [];
      for (const other of english) {
        asked.add(
          stem(other),
          (GENERAL.has(part) ? GENERAL_WEIGHT : 1) / Math.sqrt(english.length),
          word,
          true,
        );
        meaning.push([other, 1 / english.length]);
      }
      if (english.length === 0) meaning.push([word, 1]);
      if (isKnown || english.length > 0 || word.length < SHORTEST_CORRECTED) continue;
      if (++corrected > MOST_CORRECTED) continue;
      const near = index.similar(part, word.length < 9 ? 1 : 2);
      if (near !== undefined) asked.add(near, GUESS_WEIGHT, word, false);
    }
    return meaning;
  }

  #gatherConcepts(
    evidence: Evidence,
    all: readonly string[],
    telling: readonly string[],
    index: CatalogIndex,
    isShipped: (id: ServerId) => boolean,
  ): void {
    const meant = this.#concepts.meantBy(all.map(stem));
    const named = this.#meantByProducts(all, new Set(meant.map(({ term }) => term)));
    const covered = new Set([...meant, ...named].flatMap(({ stems }) => stems));
    for (const { term, stems } of [...meant, ...named])
      this.#addKnown(evidence, index, term, 1 + PHRASE_STEP * (stems.length - 1), stems, true);
    const loose = telling.filter(
      word => !GENERAL.has(stem(word)) && !covered.has(stem(word)) && !isStopWord(word),
    );
    for (const { term, stems, strength } of this.#concepts.hintsOf(loose.map(stem)))
      this.#addKnown(evidence, index, term, strength * HINT_WEIGHT, stems, false);
    for (const word of loose) {
      if (index.has(stem(word)) || this.#concepts.isSpokenOfWith(stem(word))) continue;
      const near = this.#wordLike(word);
      for (const { term } of near === undefined ? [] : this.#concepts.meantBy([stem(near)]))
        this.#addKnown(evidence, index, term, HINT_WEIGHT, [stem(word)], false);
    }
    for (const word of new Set(telling.map(stem))) {
      // "time" and "memory" are names, and words like any other: then only the whole name of a user's own server says that it is meant.
      const isWord = this.#concepts.isSpokenOfWith(word);
      for (const id of index.named(word)) {
        if (!isWord) evidence.add(id, NAMED_WEIGHT, [word], true);
        else if (!isShipped(id) && stem(id.toLowerCase()) === word)
          evidence.add(id, OWN_NAME_WEIGHT, [word], true);
      }
    }
  }

  /** What products are for that the intent names, besides these: "kafka" and "google drive" are, "make" and "box" are words like any other. */
  #meantByProducts(all: readonly string[], terms: ReadonlySet<string>): readonly Meant[] {
    const rare = new Set(
      all.filter(word => word.length >= SHORTEST_PRODUCT && this.#meanings?.knows(word) === false).map(stem),
    );
    return this.#concepts
      .withProductsIn(all.map(stem))
      .filter(
        ({ term, stems }) => !terms.has(term) && (stems.length > 1 || stems.every(part => rare.has(part))),
      );
  }

  #addKnown(
    evidence: Evidence,
    index: CatalogIndex,
    term: string,
    weight: number,
    stems: readonly string[],
    isSure: boolean,
  ): void {
    const known = this.#concepts.knownFor(term);
    const most = weight * (1 + 1 / Math.max(known.length, 1));
    for (const [place, name] of known.entries())
      evidence.add(name as ServerId, most * (1 - KNOWN_STEP * place), stems, isSure);
    for (const [id, isNamed] of isSure ? index.speaking(term) : [])
      evidence.add(id, isNamed ? most : most * SPOKEN_SHARE, stems, true);
  }

  /** The word of a concept that this one is, but for a slip of the finger; undefined for a short word. */
  #wordLike(word: string): string | undefined {
    const limit = word.length < SHORTEST_CORRECTED ? 0 : word.length < 9 ? 1 : 2;
    let nearest: string | undefined;
    let fewest = limit + 1;
    for (const known of this.#concepts.words()) {
      // Whoever mistypes a word gets its first letter right.
      if (known[0] !== word[0] || known.length < SHORTEST_CORRECTED - 1) continue;
      const edits = editsBetween(word, known, limit);
      if (edits < fewest) [nearest, fewest] = [known, edits];
    }
    return nearest;
  }
}

/** The stems that are looked for, and the words that each was said with. */
class Asked {
  readonly said = new Map<string, string>();
  readonly sure = new Set<string>();
  readonly #weights = new Map<string, number>();

  add(part: string, weight: number, word: string, isSure: boolean): void {
    this.#weights.set(part, Math.max(this.#weights.get(part) ?? 0, weight));
    if (!this.said.has(part)) this.said.set(part, word);
    if (isSure) this.sure.add(part);
  }

  get wanted() {
    return [...this.#weights].map(([part, weight]) => ({ stem: part, weight }));
  }
}

/** What speaks for servers besides their words. */
class Evidence {
  readonly byServer = new Map<ServerId, { amount: number; readonly stems: Set<string> }>();
  readonly sure = new Set<ServerId>();

  add(id: ServerId, amount: number, stems: readonly string[], isSure: boolean): void {
    const known = this.byServer.get(id) ?? { amount: 0, stems: new Set<string>() };
    known.amount += amount;
    for (const part of stems) known.stems.add(part);
    if (isSure) this.sure.add(id);
    this.byServer.set(id, known);
  }
}
