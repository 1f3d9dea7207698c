import type { ServerId } from '../../../shared/ids';
import type { ServerHit } from './catalogIndex';
import type { Concepts } from './concepts';
import { editsBetween } from '../entry/nearest';
import type { SearchTerm } from '../entry/ports';
import { stem } from '../entry/stem';
import { foldText, isStopWord, tellingWords, wordsOf } from './words';

/** More words than these say no more of what is wanted. */
const MOST_WORDS = 40;
/** Words that were found nowhere and are looked for with a slip in them. */
const MOST_CORRECTED = 6;
/** A shorter word may be a slip of too many others. */
const SHORTEST_CORRECTED = 5;
/** What each further word of a phrase adds to its weight: the longer, the surer. */
const PHRASE_STEP = 0.5;
/** How much a word counts beside the concept that it led to; a word that led to none counts 1. */
const COVERED_WEIGHT = 0.4;
/** How much a concept counts that a word only hints at. */
const HINT_WEIGHT = 0.4;
/** How much a word counts that fits any server. */
const GENERAL_WEIGHT = 0.3;
/** How much counts what a mistyped word may have meant. */
const GUESS_WEIGHT = 0.5;

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
  /** Whether more than hints and guesses led to a hit. */
  readonly isSure: (hit: ServerHit) => boolean;
}

/** Makes of an intent what is looked for: its words, the concepts they speak of, and what mistyped words may have meant. */
export class IntentReader {
  readonly #concepts: Concepts;

  constructor(concepts: Concepts) {
    this.#concepts = concepts;
  }

  read(intent: string, search: (terms: readonly SearchTerm[]) => ReadonlyMap<ServerId, ServerHit>): Reading {
    const folded = foldText(intent);
    const query = new Query();
    const words = byStem(tellingWords(folded).slice(0, MOST_WORDS));
    this.#askFor(query, words, wordsOf(folded).slice(0, 2 * MOST_WORDS));
    const hits = new Map(search(query.take()));
    const found = new Set([...hits.values()].flatMap(hit => query.said(hit)));
    this.#guess(
      query,
      [...words.values()].filter(word => !found.has(word)),
    );
    for (const hit of search(query.take()).values()) add(hits, hit);
    return { hits, said: hit => query.said(hit), isSure: hit => query.isSure(hit) };
  }

  /** `all` holds the words that say nothing alone as well: phrases may need them ("sign in"). */
  #askFor(query: Query, words: Words, all: readonly string[]): void {
    const spelled = byStem(all);
    const saidBy = (stems: readonly string[]): readonly string[] =>
      stems.map(part => spelled.get(part) ?? part);
    const meant = this.#concepts.meantBy(all.map(stem));
    const covered = new Set(meant.flatMap(({ stems }) => stems));
    for (const { term, stems } of meant) {
      query.add({ term, weight: 1 + PHRASE_STEP * (stems.length - 1), match: 'whole' }, saidBy(stems));
    }
    const loose: string[] = [];
    for (const [term, word] of words) {
      const isGeneral = GENERAL.has(term);
      const weight = isGeneral ? GENERAL_WEIGHT : covered.has(term) ? COVERED_WEIGHT : 1;
      query.add({ term, weight, match: 'whole' }, [word]);
      if (!isGeneral && !covered.has(term) && !isStopWord(word)) loose.push(term);
    }
    for (const { term, stems, strength } of this.#concepts.hintsOf(loose)) {
      query.addVague({ term, weight: strength * HINT_WEIGHT, match: 'whole' }, saidBy(stems));
    }
  }

  /** Asks for what mistyped words may have meant: terms like them, and concepts that are spoken of with words like them. */
  #guess(query: Query, unknown: readonly string[]): void {
    for (const word of unknown.slice(0, MOST_CORRECTED)) {
      query.addVague({ term: stem(word), weight: GUESS_WEIGHT, match: 'similar' }, [word]);
      const near = this.#wordLike(word);
      for (const { term } of near === undefined ? [] : this.#concepts.meantBy([stem(near)])) {
        query.addVague({ term, weight: GUESS_WEIGHT, match: 'whole' }, [word]);
      }
    }
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

/** What is looked for, and with which words each of it was said. */
class Query {
  readonly #said = new Map<string, readonly string[]>();
  readonly #vague = new Set<string>();
  #terms: SearchTerm[] = [];

  add(term: SearchTerm, words: readonly string[]): void {
    this.#terms.push(term);
    this.#said.set(term.term, words);
  }

  /** The same for what was only hinted at or guessed; what is asked for already needs no guess. */
  addVague(term: SearchTerm, words: readonly string[]): void {
    if (this.#said.has(term.term) && term.match === 'whole') return;
    this.#vague.add(term.term);
    this.add(term, words);
  }

  /** The terms that were added since the last time. */
  take(): readonly SearchTerm[] {
    const terms = this.#terms;
    this.#terms = [];
    return terms;
  }

  said({ terms }: ServerHit): readonly string[] {
    return [...new Set([...terms].flatMap(term => this.#said.get(term) ?? []))];
  }

  isSure({ terms }: ServerHit): boolean {
    return [...terms].some(term => !this.#vague.has(term));
  }
}

/** Words of an intent by what their forms have in common. */
type Words = ReadonlyMap<string, string>;

function byStem(words: readonly string[]): Words {
  return new Map(words.map(word => [stem(word), word]));
}

function add(hits: Map<ServerId, ServerHit>, more: ServerHit): void {
  const hit = hits.get(more.id);
  if (hit === undefined) {
    hits.set(more.id, more);
    return;
  }
  hit.score += more.score;
  for (const term of more.terms) hit.terms.add(term);
  for (const [tool, score] of more.tools) hit.tools.set(tool, (hit.tools.get(tool) ?? 0) + score);
}
