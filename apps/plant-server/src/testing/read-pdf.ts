import { inflateSync } from 'node:zlib';

/** Content of a PDF: lines of text per page, and the bytes of the JPEG pictures. */
export interface PdfContent {
  readonly pages: readonly (readonly string[])[];
  readonly pictures: readonly Buffer[];
  /** Names of the embedded fonts. */
  readonly fonts: readonly string[];
}

interface PdfObject {
  readonly head: string;
  readonly stream: Buffer;
}

/** Parses the objects of a file, by number. Streams are decompressed when necessary. */
function parseObjects(bytes: Buffer): ReadonlyMap<number, PdfObject> {
  const text = bytes.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\n(?:endobj|stream\n)/g)) {
    const head = match[2] ?? '';
    const isStream = match[0].endsWith('stream\n');
    const from = (match.index ?? 0) + match[0].length;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const stored = isStream ? bytes.subarray(from, from + length) : Buffer.alloc(0);
    objects.set(Number(match[1]), { head, stream: head.includes('/FlateDecode') ? inflateSync(stored) : stored });
  }
  return objects;
}

const findReference = (head: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? -1);

/** Characters of a font by glyph number, from its ToUnicode map. */
function parseToUnicode(map: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  for (const range of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(range[1] ?? '0', 16);
    for (const [index, one] of [...(range[2] ?? '').matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = (one[1] ?? '').replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters.set(first + index, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))));
    }
  }
  return letters;
}

/** Parses a PDF written by this server: embedded fonts, one line of text per text object. */
export function readPdf(bytes: Buffer): PdfContent {
  if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error('not a PDF');
  const objects = parseObjects(bytes);
  const all = [...objects.values()];
  const fonts = new Map<string, ReadonlyMap<number, string>>();
  for (const { head } of all)
    for (const [, name, number] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = objects.get(findReference(objects.get(Number(number))?.head ?? '', 'ToUnicode'));
      if (name !== undefined && map !== undefined) fonts.set(name, parseToUnicode(map.stream.toString('latin1')));
    }
  const pages = all
    .filter(({ head }) => /\/Type \/Page\n/.test(head))
    .map(({ head }) =>
      extractLines(objects.get(findReference(head, 'Contents'))?.stream.toString('latin1') ?? '', fonts),
    );
  return {
    pages,
    pictures: all.filter(({ head }) => head.includes('/Subtype /Image')).map(({ stream }) => stream),
    fonts: all.flatMap(({ head }) => /\/BaseFont \/[A-Z]+\+(\S+)\n[\s\S]*\/ToUnicode/.exec(head)?.[1] ?? []),
  };
}

function extractLines(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string[] {
  return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = '']) => {
    const letters = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '');
    const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    return glyphs.map((glyph) => letters?.get(Number.parseInt(glyph, 16)) ?? '\ufffd').join('');
  });
}
