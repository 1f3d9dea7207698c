/**
 * Endings that forms of one word differ by, in English and French, longest first. A text's language is not known, so both
 * sides of a comparison are cut by the same list: what counts is that forms meet, not that the stem is a word.
 */
const ENDINGS: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  `
  atisations atisation atisees atisee atises atise atiser isations izations isation ization issement issements
  ations ation atique atiques atically atic ateurs ateur atrice ators ator ating ated ates ate
  ements ement ments ment ances ance ences ence ables able ibles ible
  euses euse eurs eur trices trice itions ition
  isers iser izer ising izing ised ized ises izes ise ize
  ities ity ites ite iques ique ics ic ically als
  ings ing ives ive ifs if ants ante antes ant ions ion
  ees ee ers er ors or ed es ez e ly s`
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length),
  // Looked up by the last letter: a stem is asked for thousands of times.
  ending => ending.slice(-1),
);

/** What is left of a word has at least this many letters. */
const SHORTEST_STEM = 3;

/** Words that would meet another one of a different meaning, and what stands for them instead. */
const KEPT: ReadonlyMap<string, string> = new Map(
  [
    'document documents',
    'documentation documentations',
    'container containers',
    'memory memories',
    'issue issues',
    'station stations',
    'news',
    'redis',
    'price prices',
    'order orders',
    'image images',
    'page pages',
    'posts post',
    'poster posters',
    'number numbers',
    'server servers serveur serveurs',
    'table tables',
    'tablet tablets',
    'service services',
    'notes note',
    'notion',
    'notice notices notices noticed',
    'version versions',
    'mobile mobiles',
    'general',
    'sister',
    'paper papers',
    'corner corners',
    'user users',
    'time times',
    'timer timers',
    'charge charges charged charging',
    'charger chargement',
    'chart charts',
    'date dates',
    'data',
    'template templates',
    'private',
    'climate',
    'compte comptes',
    'comptoir',
    'billion billions',
    'letter letters',
    'fill filled filling fills',
    'modeling modelling modelisation modeliser',
    'localize localise localization localisation localiser',
    'portable portables',
    'offer offers offre offres',
    'donnees donnee',
    'statement statements',
    'state states',
    'restore restored restoring',
    'boutique boutiques',
    'teammate teammates',
    'taille tailles',
    'faille failles',
    'moteur moteurs',
    'freeze freezes freezing',
    'expo',
    'hugging',
    'mode modes',
    'charte',
    'durable',
    'pays',
    'lease leases',
    'agent agents',
    'runes rune',
    'million millions',
    'milliard milliards',
  ].flatMap(line => {
    const forms = line.split(' ');
    return forms.map(form => [form, forms[0] ?? form] as const);
  }),
);

/** The part of a folded word that its forms have in common: "deploying", "deployment" and "déploiement" give one stem. */
export function stem(word: string): string {
  const kept = KEPT.get(word);
  if (kept !== undefined) return kept;
  // Only words of our alphabet have these endings; others, and numbers, stay whole.
  if (word.length <= SHORTEST_STEM || !/^[a-z]+$/.test(word)) return word;
  let left = withoutPlural(word);
  // "renderings" and "rendering" have to meet "render", which loses an ending itself.
  for (let ending = endingOf(left); ending !== undefined; ending = endingOf(left)) {
    left = left.slice(0, -ending.length);
  }
  return left.replace(/(?<=[^aeiou])([bdfgklmnprtz])\1$|([bdfgklmnprtz])\2$/, '$1$2').replace(/[yi]$/, 'i');
}

function withoutPlural(word: string): string {
  if (word.endsWith('aux') || word.endsWith('eux') || word.endsWith('oux')) return word.slice(0, -1);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word;
}

function endingOf(word: string): string | undefined {
  return ENDINGS.get(word.slice(-1))?.find(ending => {
    if (!word.endsWith(ending)) return false;
    const left = word.slice(0, -ending.length);
    if (left.length < SHORTEST_STEM || !/[aeiouy]/.test(left)) return false;
    // "process" and "status" are no plurals, "being" no form of "b".
    return ending !== 's' || !/[su]$/.test(left);
  });
}
