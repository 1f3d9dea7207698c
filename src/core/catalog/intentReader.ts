import type { ServerId } from '../../shared/ids';
import type { ServerHit } from './catalogIndex';
import type { Concepts } from './concepts';
import { editsBetween } from './nearest';
import type { SearchTerm } from './ports';
import { stem } from './stem';
import { foldText, isStopWord, tellingWords, wordsOf } from './words';

/** More words than these say no more of what is wanted. */
const MOST_WORDS = 40;
/** Words that were found nowhere and are looked for with a slip in them. */
const MOST_CORRECTED = 6;
/** What each further word of a phrase adds to its weight: the longer, the surer. */
const PHRASE_STEP = 0.5;
/** How much a word counts that is no concept's: most say how, not what. */
const WORD_WEIGHT = 1;
/** How much a word counts beside the concept that it led to. */
const COVERED_WEIGHT = 0.4;
/** How much a concept counts that a word only hints at. */
const HINT_WEIGHT = 0.4;
/** Verbs that fit any server. */
const GENERAL_WEIGHT = 0.3;
/** How much a word counts that was guessed. */
const GUESS_WEIGHT = 0.5;

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
  /** The words of the intent behind some terms. */
  readonly said: (terms: ReadonlySet<string>) => readonly string[];
}

/** Makes of an intent what is looked for: its words, the concepts they speak of, and what mistyped words may have meant. */
export class IntentReader {
  readonly #concepts: Concepts;

  constructor(concepts: Concepts) {
    this.#concepts = concepts;
  }

  read(intent: string, search: (terms: readonly SearchTerm[]) => ReadonlyMap<ServerId, ServerHit>): Reading {
    const folded = foldText(intent);
    const words = new Map(
      tellingWords(folded)
        .slice(0, MOST_WORDS)
        .map(word => [stem(word), word]),
    );
    // Phrases may need words that say nothing alone: "sign in".
    const all = new Map(
      wordsOf(folded)
        .slice(0, 2 * MOST_WORDS)
        .map(word => [stem(word), word]),
    );
    const origins = new Map<string, readonly string[]>();
    const terms: SearchTerm[] = [];
    const meant = this.#concepts.meantBy([...all.keys()]);
    const covered = new Set(meant.flatMap(({ stems }) => stems));
    for (const [term, word] of words) {
      const weight = GENERAL.has(term) ? GENERAL_WEIGHT : covered.has(term) ? COVERED_WEIGHT : WORD_WEIGHT;
      terms.push({ term, weight, match: 'whole' });
      origins.set(term, [word]);
    }
    for (const { term, stems } of meant) {
      terms.push({ term, weight: 1 + PHRASE_STEP * (stems.length - 1), match: 'whole' });
      origins.set(
        term,
        stems.map(part => all.get(part) ?? part),
      );
    }
    const loose = [...words].flatMap(([term, word]) =>
      covered.has(term) || GENERAL.has(term) || isStopWord(word) ? [] : [term],
    );
    for (const { term, stems, strength } of this.#concepts.hintsOf(loose)) {
      if (origins.has(term)) continue;
      terms.push({ term, weight: strength * HINT_WEIGHT, match: 'whole' });
      origins.set(
        term,
        stems.map(part => all.get(part) ?? part),
      );
    }
    const hits = new Map(search(terms));
    const found = new Set(
      [...hits.values()].flatMap(hit => [...hit.terms].flatMap(term => origins.get(term) ?? [])),
    );
    const unknown = [...words].filter(([, word]) => !found.has(word)).slice(0, MOST_CORRECTED);
    for (const hit of search(this.#guesses(unknown, origins)).values()) add(hits, hit);
    return {
      hits,
      said: matched => [...new Set([...matched].flatMap(term => origins.get(term) ?? []))],
    };
  }

  /** What mistyped words may have meant: terms like them, and concepts that are spoken of with words like them. */
  #guesses(
    unknown: readonly (readonly [stem: string, word: string])[],
    origins: Map<string, readonly string[]>,
  ): readonly SearchTerm[] {
    return unknown.flatMap(([term, word]) => {
      const near = term.length < 5 ? undefined : this.#stemLike(term);
      const meant = near === undefined ? [] : this.#concepts.meantBy([near]);
      for (const concept of meant) if (!origins.has(concept.term)) origins.set(concept.term, [word]);
      return [
        { term, weight: GUESS_WEIGHT, match: 'similar' as const },
        ...meant.map(concept => ({ term: concept.term, weight: GUESS_WEIGHT, match: 'whole' as const })),
      ];
    });
  }

  #stemLike(term: string): string | undefined {
    const limit = term.length < 9 ? 1 : 2;
    let nearest: string | undefined;
    let fewest = limit + 1;
    for (const known of this.#concepts.stems()) {
      // Whoever mistypes a word gets its first letter right.
      if (known[0] !== term[0] || known.length < 4) continue;
      const edits = editsBetween(term, known, limit);
      if (edits < fewest) [nearest, fewest] = [known, edits];
    }
    return nearest;
  }
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
