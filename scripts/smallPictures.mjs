/** Makes pictures of the window small: 256 colours are enough for what an editor draws. */
import { readFileSync, writeFileSync } from 'node:fs';
import { decode, encode } from 'fast-png';
import gifenc from 'gifenc';

const { applyPalette, GIFEncoder, quantize } = gifenc;
const MAX_COLOURS = 256;
const CHANNELS = 4;

/** Writes a picture anew with a palette. */
export function writeSmallPicture(from, to) {
  const { data, width, height } = readPicture(from);
  const palette = quantize(data, MAX_COLOURS);
  const indices = applyPalette(data, palette);
  writeFileSync(to, encode({ data: indices, width, height, channels: 1, depth: 8, palette }));
}

/**
 * Writes an animation of pictures that all have one size. There is one palette for all, and a frame holds only what changed:
 * what stays cannot flicker.
 * @param {readonly { readonly path: string, readonly ms: number }[]} moments
 */
export function writeAnimation(moments, to) {
  const frames = moments.map(({ path, ms }) => ({ ...readPicture(path), ms }));
  const colours = quantize(Buffer.concat(frames.map(({ data }) => data)), MAX_COLOURS - 1);
  // The last place of the palette means "as before".
  const unchanged = colours.length;
  const palette = [...colours, [0, 0, 0]];
  const gif = GIFEncoder();
  let before;
  for (const { data, width, height, ms } of frames) {
    const indices = applyPalette(data, colours);
    const drawn = before ? indices.map((index, at) => (index === before[at] ? unchanged : index)) : indices;
    const how = before ? { transparent: true, transparentIndex: unchanged } : { palette, repeat: 0 };
    gif.writeFrame(drawn, width, height, { ...how, delay: ms, dispose: 1 });
    before = indices;
  }
  gif.finish();
  writeFileSync(to, gif.bytes());
}

/** A picture's pixels as RGBA. */
function readPicture(path) {
  const { data, width, height, channels } = decode(readFileSync(path));
  if (channels === CHANNELS) return { data: Buffer.from(data), width, height };
  const opaque = Buffer.alloc(width * height * CHANNELS, 255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      opaque[pixel * CHANNELS + channel] = data[pixel * channels + channel];
  }
  return { data: opaque, width, height };
}
