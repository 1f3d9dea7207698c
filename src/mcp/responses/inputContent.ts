import * as z from 'zod';
import { IMAGE_TYPES, MAX_IMAGE, type RoundImage } from '../../core/rounds/roundImage';

/** What somebody said, as a round takes it. */
export interface ReadContent {
  readonly text: string;
  readonly images: readonly RoundImage[];
}

const textPart = z.object({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() });

const imagePart = z.object({
  type: z.literal('input_image'),
  image_url: z
    .string()
    .max(MAX_IMAGE + 100)
    .refine(isImage, 'must be an https URL, or data:image/png;base64,… (PNG, JPEG, GIF, or WebP)'),
  detail: z.enum(['low', 'high', 'auto']).nullish(),
});

/** Texts. */
export const textIn = z.preprocess(
  asParts,
  z.array(textPart).transform(parts => parts.map(({ text }) => text).join('')),
);

/** Texts and images: the images come after all of the text. */
export const contentIn = z.preprocess(
  asParts,
  z.array(z.discriminatedUnion('type', [textPart, imagePart])).transform((parts): ReadContent => ({
    text: parts.flatMap(part => (part.type === 'input_image' ? [] : [part.text])).join(''),
    images: parts.flatMap(part => (part.type === 'input_image' ? [imageOf(part)] : [])),
  })),
);

function asParts(given: unknown): unknown {
  return typeof given === 'string' ? [{ type: 'input_text', text: given }] : given;
}

function imageOf({ image_url: url, detail }: z.output<typeof imagePart>): RoundImage {
  return { url, ...(detail === undefined || detail === null ? {} : { detail }) };
}

function isImage(url: string): boolean {
  if (url.startsWith('https://')) return URL.canParse(url);
  const [, type = ''] = /^data:([^;,]+);base64,[A-Za-z0-9+/]+={0,2}$/.exec(url) ?? [];
  return IMAGE_TYPES.includes(type);
}
