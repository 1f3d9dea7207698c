/** Makes pictures of the window small: few colours are enough for what an editor draws. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { decode } from 'fast-png';
import gifenc from 'gifenc';

/** Of an animation, whose frames share them, and of one picture: letters stay as sharp with a quarter of what a palette can hold. */
const MAX_COLOURS = 64;
/** So many places of a palette are for the colours seen most, as they are: the greys of a dark theme are close together. */
const EXACT_SHARE = 0.75;

/** Writes a picture anew with a palette. */
export function writeSmallPicture(from, to) {
  const { colours, width, height } = readPicture(from);
  const palette = paletteOf([colours], MAX_COLOURS);
  const data = indexer(palette)(colours);
  writeFileSync(to, pngOf(data, { width, height, palette }));
  packTighter(to);
}

/** The same picture in a tenth less, where the machine has zopflipng (on Debian: `apt-get install zopfli`); it takes seconds. */
function packTighter(path) {
  spawnSync('zopflipng', ['-y', path, path]);
}

/** Nearly the same animation in a fifth less, where the machine has gifsicle: letters stay as they are, a pixel of a line may not. */
function packAnimation(path) {
  spawnSync('gifsicle', ['--batch', '-O3', '--lossy=10', path]);
}

/**
 * Writes an animation of pictures that all have one size. There is one palette for all, and a frame holds only what changed:
 * what stays cannot flicker.
 * @param {readonly { readonly path: string, readonly ms: number }[]} moments
 */
export function writeAnimation(moments, to) {
  const frames = moments.map(({ path, ms }) => ({ ...readPicture(path), ms }));
  const colours = paletteOf(
    frames.map(frame => frame.colours),
    MAX_COLOURS - 1,
  );
  // The last place of the palette means "as before".
  const unchanged = colours.length;
  const palette = [...colours, [0, 0, 0]];
  const indicesOf = indexer(colours);
  const gif = gifenc.GIFEncoder();
  let before;
  for (const { colours: pixels, width, height, ms } of frames) {
    const indices = indicesOf(pixels);
    const drawn = before ? indices.map((index, at) => (index === before[at] ? unchanged : index)) : indices;
    const how = before ? { transparent: true, transparentIndex: unchanged } : { palette, repeat: 0 };
    gif.writeFrame(drawn, width, height, { ...how, delay: ms, dispose: 1 });
    before = indices;
  }
  gif.finish();
  writeFileSync(to, gif.bytes());
  packAnimation(to);
}

/** A PNG with a palette, packed by zlib at its slowest: an eighth smaller than what fast-png writes. */
function pngOf(indices, { width, height, palette }) {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // Eight bits a pixel, by palette; the only ways of packing and filtering; not interlaced.
  size.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
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

/** Gives each pixel its place in the palette, or that of the colour which is nearest. */
function indexer(palette) {
  const known = new Map();
  const indexOf = colour => {
    const [red, green, blue] = channelsOf(colour);
    const distances = palette.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
    return distances.indexOf(Math.min(...distances));
  };
  return colours =>
    Uint8Array.from(colours, colour => {
      if (!known.has(colour)) known.set(colour, indexOf(colour));
      return known.get(colour);
    });
}

function channelsOf(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}
