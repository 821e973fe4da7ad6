import sharp from 'sharp';
import { CodedSink } from '../coded-bits.ts';
import { encoderOf } from '../huffman-codes.ts';
import { type JpegHead, readHead, writeHead } from '../jpeg-segments.ts';
import { markJpeg } from '../mark-jpeg.ts';
import type { BlockMarks, Layout, PixelMark } from '../mark-plan.ts';

export interface Painting extends Layout {
  readonly quality: number;
  /** MCUs between restart markers; 0: no restart markers. */
  readonly restartInterval: number;
  /** Seed of the picture's content. */
  readonly seed: number;
}

/**
 * A picture of any sampling and restart interval, which the image library cannot write: an empty one with its usual
 * tables, and waves drawn over all its blocks.
 */
export async function paintedJpeg(painting: Painting): Promise<Buffer> {
  const { width, height, across, down, components, quality, restartInterval, seed } = painting;
  const usual = readHead(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
      .jpeg({ quality, optimiseCoding: false })
      .toBuffer(),
  );
  const inMcu = (i: number): Pick<Layout, 'across' | 'down'> => (i === 0 ? { across, down } : { across: 1, down: 1 });
  const head: JpegHead = {
    ...usual,
    ...{ width, height, restartInterval },
    components: usual.components.slice(0, components).map((one, i) => ({ ...one, ...inMcu(i) })),
  };
  const empty = emptyJpeg(head);
  const waves = (i: number): BlockMarks => wavesOf(painting, inMcu(i), i === 0, seed + i);
  return markJpeg(empty, readHead(empty), { light: waves(0), colour: components === 1 ? null : waves(1) });
}

const mcusOf = ({ width, height, across, down }: Layout): { readonly across: number; readonly down: number } => ({
  across: Math.ceil(width / (8 * across)),
  down: Math.ceil(height / (8 * down)),
});

function emptyJpeg(head: JpegHead): Buffer {
  const { components, dc, ac, restartInterval } = head;
  const mcus = mcusOf({ ...head, across: components[0]?.across ?? 1, down: components[0]?.down ?? 1, components: 0 });
  const total = mcus.across * mcus.down;
  const sink = new CodedSink();
  const zero = (specs: JpegHead['dc'], id: number): void => {
    const spec = specs.get(id);
    const code = spec === undefined ? 0 : (encoderOf(spec)[0] ?? 0);
    sink.put(code >>> 5, code & 31);
  };
  for (let mcu = 0; mcu < total; mcu += 1) {
    sink.reserve(2_048);
    if (restartInterval > 0 && mcu > 0 && mcu % restartInterval === 0)
      sink.end(0xd0 + ((mcu / restartInterval - 1) & 7));
    for (const one of components) {
      for (let block = 0; block < one.across * one.down; block += 1) {
        zero(dc, one.dc);
        zero(ac, one.ac);
      }
    }
  }
  sink.end(0xd9);
  return sink.bytesAfter(writeHead(head));
}

function wavesOf(layout: Layout, inMcu: Pick<Layout, 'across' | 'down'>, isLight: boolean, seed: number): BlockMarks {
  const mcus = mcusOf(layout);
  const [across, down] = [mcus.across * inMcu.across, mcus.down * inMcu.down];
  const count = across * down;
  const shifts = new Float32Array(count * 64);
  for (const at of shifts.keys()) {
    const [block, place] = [at >> 6, at & 63];
    const [x, y] = [(block % across) * 8 + (place & 7), Math.floor(block / across) * 8 + (place >> 3)];
    // Colours are smooth, as in photographs.
    const grain = !isLight ? 0 : ((Math.imul(at + seed, 2_654_435_761) >>> 24) - 128) / 8;
    shifts[at] = 70 * Math.sin((x * (1 + (seed % 7))) / 19 + seed) * Math.cos((y * (1 + (seed % 5))) / 23) + grain;
  }
  return {
    across,
    places: Int32Array.from({ length: count }, (_, i) => i),
    evenScales: new Float32Array(count).fill(-1),
    scales: new Float32Array(count * 64),
    shifts,
  };
}

/** A test mark without a font: a band at the bottom with white strokes, and pale strokes across the middle. */
export function strokes(width: number, height: number): Promise<PixelMark> {
  const touched: [pixel: number, keep: number, add: number][] = [];
  const band = Math.max(1, Math.min(Math.round(height * 0.06), 40));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const isStroke = (x >> 1) % 5 === (y >> 2) % 3;
    if (y >= height - band) touched.push(isStroke && x < width * 0.7 ? [pixel, 0, 65_280 + 128] : [pixel, 105, 128]);
    else if (Math.abs(y - height / 2) < height * 0.03 && isStroke) touched.push([pixel, 186, 17_850 + 128]);
  }
  return Promise.resolve({
    pixels: Uint32Array.from(touched, ([pixel]) => pixel),
    keep: Uint16Array.from(touched, ([, keep]) => keep),
    // As in the real mark, white on white stays white.
    add: Uint16Array.from(touched, ([, keep, add]) => Math.min(add, 65_535 - keep * 255)),
  });
}
