import { isUpright } from './exif-orientation.ts';
import { expectThat } from './not-spoken.ts';
import { type HuffmanSpec, readSpecs } from './huffman-spec.ts';

/** A colour component of a picture: brightness first, then blue and red. */
export interface JpegComponent {
  readonly id: number;
  /** Blocks across and down in one MCU. */
  readonly across: number;
  readonly down: number;
  /** Which of the four quantisation tables. */
  readonly quantiser: number;
  /** Which of the four Huffman tables of each class. */
  readonly dc: number;
  readonly ac: number;
}

/** Everything needed to decode a baseline picture, checked. */
export interface JpegHead {
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
  /** 64 divisors each, in file order (zigzag). */
  readonly quantisers: ReadonlyMap<number, Uint8Array>;
  readonly dc: ReadonlyMap<number, HuffmanSpec>;
  readonly ac: ReadonlyMap<number, HuffmanSpec>;
  /** MCUs between restart markers; 0: no restart markers. */
  readonly restartInterval: number;
  /** Offset of the coded data. */
  readonly dataAt: number;
}

const MARKER = { SOF0: 0xc0, DHT: 0xc4, SOI: 0xd8, SOS: 0xda, DQT: 0xdb, DRI: 0xdd, APP0: 0xe0, COM: 0xfe } as const;
const APP = { EXIF: 0xe1, ICC: 0xe2, ADOBE: 0xee, LAST: 0xef } as const;
/** These component ids are the letters RGB and mean red, green and blue, as in the usual library. */
const RGB_IDS = '82,71,66';

interface Draft {
  frame: Uint8Array | null;
  hasExif: boolean;
  readonly quantisers: Map<number, Uint8Array>;
  readonly dc: Map<number, HuffmanSpec>;
  readonly ac: Map<number, HuffmanSpec>;
  restartInterval: number;
}

/**
 * Parses the markers of a baseline JPEG up to its coded data. Throws `UnsupportedJpegError` for anything unusual, and
 * for anything that changes how its pixels are shown (orientation, colour profile).
 */
export function readHead(bytes: Uint8Array): JpegHead {
  expectThat(bytes[0] === 0xff && bytes[1] === MARKER.SOI, 'no JPEG');
  const draft: Draft = {
    ...{ frame: null, hasExif: false, restartInterval: 0 },
    ...{ quantisers: new Map(), dc: new Map(), ac: new Map() },
  };
  for (let at = 2; ;) {
    expectThat(bytes[at] === 0xff, 'no marker');
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at] ?? 0;
    const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    expectThat(length >= 2 && at + 1 + length <= bytes.length, 'a segment is cut');
    const body = bytes.subarray(at + 3, at + 1 + length);
    at += 1 + length;
    if (marker === MARKER.SOS) return headOf(draft, body, at);
    takeSegment(draft, marker, body);
  }
}

function takeSegment(draft: Draft, marker: number, body: Uint8Array): void {
  if (marker === MARKER.SOF0) {
    expectThat(draft.frame === null, 'two frames');
    draft.frame = body;
  } else if (marker === MARKER.DHT) readSpecs(body, draft.dc, draft.ac);
  else if (marker === MARKER.DQT) readQuantisers(body, draft.quantisers);
  else if (marker === MARKER.DRI) {
    expectThat(body.length === 2, 'restart interval');
    draft.restartInterval = wordAt(body, 0);
  } else if (marker === APP.EXIF && startsWith(body, 'Exif\0\0')) {
    expectThat(!draft.hasExif && isUpright(body.subarray(6)), 'turned');
    draft.hasExif = true;
  } else if (marker === APP.ADOBE && startsWith(body, 'Adobe')) {
    expectThat(body[11] === 1, 'other colours');
  } else {
    expectThat(!(marker === APP.ICC && startsWith(body, 'ICC_PROFILE')), 'colour profile');
    expectThat((marker >= MARKER.APP0 && marker <= APP.LAST) || marker === MARKER.COM, 'a marker of another process');
  }
}

/** One or more 8-bit tables. A divisor of 0 is invalid. */
function readQuantisers(body: Uint8Array, quantisers: Map<number, Uint8Array>): void {
  expectThat(body.length % 65 === 0, 'quantisation table');
  for (let at = 0; at < body.length; at += 65) {
    const id = body[at] ?? 255;
    const table = body.subarray(at + 1, at + 65);
    expectThat(id < 4 && !table.includes(0), 'quantisation table');
    quantisers.set(id, table);
  }
}

function headOf({ frame, quantisers, dc, ac, restartInterval }: Draft, scan: Uint8Array, dataAt: number): JpegHead {
  expectThat(frame !== null && frame[0] === 8, 'no frame of 8 bits');
  const [height, width, count] = [wordAt(frame, 1), wordAt(frame, 3), frame[5] ?? 0];
  expectThat(width > 0 && height > 0 && (count === 1 || count === 3), 'size or colours');
  expectThat(frame.length === 6 + 3 * count && scan.length === 4 + 2 * count && scan[0] === count, 'scan');
  // The whole spectrum in a single scan.
  expectThat(scan[1 + 2 * count] === 0 && scan[2 + 2 * count] === 63 && scan[3 + 2 * count] === 0, 'scan');
  const components = Array.from({ length: count }, (_, i): JpegComponent => {
    const [id = 0, sampling = 0, quantiser = 0] = frame.subarray(6 + 3 * i);
    const [named = -1, tables = 0] = scan.subarray(1 + 2 * i);
    expectThat(id === named && quantisers.has(quantiser) && dc.has(tables >> 4) && ac.has(tables & 15), 'scan');
    expectThat(
      [sampling >> 4, sampling & 15].every((times) => times >= 1 && times <= 4),
      'sampling',
    );
    // A single component is coded block by block, whatever its sampling factors.
    const [across, down] = count === 1 ? [1, 1] : [sampling >> 4, sampling & 15];
    return { id, across, down, quantiser, dc: tables >> 4, ac: tables & 15 };
  });
  expectUsual(components);
  return { width, height, components, quantisers, dc, ac, restartInterval, dataAt };
}

/** 4:4:4, 4:2:2, 4:4:0, 4:2:0 or grey. */
function expectUsual(components: readonly JpegComponent[]): void {
  const [light, ...colours] = components;
  const isHalved = (n: number): boolean => n === 1 || n === 2;
  expectThat(light !== undefined && isHalved(light.across) && isHalved(light.down), 'sampling');
  expectThat(
    colours.every(({ across, down }) => across === 1 && down === 1),
    'sampling',
  );
  const ids = components.map(({ id }) => id);
  expectThat(new Set(ids).size === ids.length && ids.join(',') !== RGB_IDS, 'numbers of components');
}

const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && [...text].every((letter, i) => bytes[i] === letter.charCodeAt(0));

const segment = (marker: number, ...body: readonly (number | Uint8Array)[]): Buffer => {
  const bytes = Buffer.concat(body.map((one) => (typeof one === 'number' ? Uint8Array.of(one) : one)));
  return Buffer.concat([Uint8Array.of(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255), bytes]);
};

/** A new header with only what is needed to decode: no metadata of the camera. */
export function writeHead(head: JpegHead): Buffer {
  const { width, height, components, quantisers, dc, ac, restartInterval } = head;
  const used = (of: (component: JpegComponent) => number): number[] => [...new Set(components.map(of))];
  const tables = (specs: ReadonlyMap<number, HuffmanSpec>, ids: readonly number[], kind: number): Buffer[] =>
    ids.flatMap((id) => {
      const spec = specs.get(id);
      return spec === undefined ? [] : [segment(MARKER.DHT, kind | id, spec.counts.subarray(1), spec.symbols)];
    });
  const word = (value: number): number[] => [value >> 8, value & 255];
  return Buffer.concat([
    Uint8Array.of(0xff, MARKER.SOI),
    // JFIF 1.01, square pixels: the colours are brightness, blue and red.
    segment(MARKER.APP0, Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0),
    ...used((one) => one.quantiser).map((id) => segment(MARKER.DQT, id, quantisers.get(id) ?? new Uint8Array(64))),
    segment(
      MARKER.SOF0,
      ...[8, ...word(height), ...word(width), components.length],
      ...components.flatMap(({ id, across, down, quantiser }) => [id, (across << 4) | down, quantiser]),
    ),
    ...tables(
      dc,
      used((one) => one.dc),
      0,
    ),
    ...tables(
      ac,
      used((one) => one.ac),
      0x10,
    ),
    ...(restartInterval === 0 ? [] : [segment(MARKER.DRI, ...word(restartInterval))]),
    segment(
      MARKER.SOS,
      components.length,
      ...components.flatMap((one) => [one.id, (one.dc << 4) | one.ac]),
      ...[0, 63, 0],
    ),
  ]);
}
