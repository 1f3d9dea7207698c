/**
 * Makes pictures of the window small: few colours are enough for what an editor draws. Packed by `cwebp` and `img2webp`, which the machine
 * must have (on Debian: `apt-get install webp`): without loss, a fifth smaller than PNG or GIF.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode } from 'fast-png';
import gifenc from 'gifenc';

/** Of an animation, whose frames share them, and of one picture: letters stay as sharp with a quarter of what a palette can hold. */
const MAX_COLOURS = 64;
/** So many places of a palette are for the colours seen most, as they are: the greys of a dark theme are close together. */
const EXACT_SHARE = 0.75;

/** Writes a picture anew, as WebP with few colours. */
export function writeSmallPicture(from, to) {
  const picture = readPicture(from);
  const reduced = reducer(paletteOf([picture.colours], MAX_COLOURS));
  withFiles([reduced(picture)], ([file]) =>
    execFileSync('cwebp', ['-quiet', '-lossless', '-z', '9', file, '-o', to]),
  );
}

/**
 * Writes an animation of pictures that all have one size. There is one palette for all, so that what stays cannot flicker.
 * @param {readonly { readonly path: string, readonly ms: number }[]} moments
 */
export function writeAnimation(moments, to) {
  const frames = moments.map(({ path }) => readPicture(path));
  const colours = frames.map(frame => frame.colours);
  const reduced = reducer(paletteOf(colours, MAX_COLOURS));
  withFiles(frames.map(reduced), files => {
    const timed = files.flatMap((file, at) => ['-d', String(moments[at].ms), file]);
    execFileSync('img2webp', ['-loop', '0', '-min_size', '-lossless', '-m', '6', ...timed, '-o', to]);
  });
}

/** Puts pictures into files for as long as something is done with them. */
function withFiles(pictures, use) {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-pictures-'));
  try {
    const files = pictures.map((_, at) => join(folder, `${at}.png`));
    for (const [at, file] of files.entries()) writeFileSync(file, encode(pictures[at]));
    use(files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A picture's pixels, each as one number: red, green, blue. */
function readPicture(path) {
  const { data, width, height, channels } = decode(readFileSync(path));
  const colours = Uint32Array.from({ length: width * height }, (_, pixel) => {
    const at = pixel * channels;
    return (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
  });
  return { colours, width, height };
}

/** The colours seen most, and what comes near to the others. */
function paletteOf(pictures, size) {
  const counts = new Map();
  for (const colours of pictures)
    for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const seen = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => channelsOf(colour));
  if (seen.length <= size) return seen;
  const exact = Math.floor(size * EXACT_SHARE);
  const rest = Uint8Array.from(seen.slice(exact).flatMap(channels => [...channels, 255]));
  return [...seen.slice(0, exact), ...gifenc.quantize(rest, size - exact)];
}

/** Gives each pixel the colour of the palette that is nearest to its own. */
function reducer(palette) {
  const known = new Map();
  const nearest = colour => {
    const [red, green, blue] = channelsOf(colour);
    const distances = palette.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
    return palette[distances.indexOf(Math.min(...distances))];
  };
  return ({ colours, width, height }) => {
    const data = new Uint8Array(colours.length * 3);
    for (const [at, colour] of colours.entries()) {
      if (!known.has(colour)) known.set(colour, nearest(colour));
      data.set(known.get(colour), at * 3);
    }
    return { data, width, height, channels: 3, depth: 8 };
  };
}

function channelsOf(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}
