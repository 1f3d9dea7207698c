/** The file that the model changes. */
export const HAIKU = 'haiku.txt';

/** What is in it before. */
export const LINE = 'Lamps along the track';

/** What is in it after. */
export const LINES = `${LINE}\none turns green before the dawn`;

/** What the record says of the one task. */
export const RECORDED = `success: modified ${HAIKU}`;

/** What the lamp's tool answers in its text; lamp.mjs says it. */
export const LIT_BY_TEXT = 'The lamp is lit, says the text.';

/** What it answers in its structure. */
export const LIT_BY_STRUCTURE = 'The lamp is lit, says the structure.';
