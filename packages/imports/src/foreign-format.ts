/** Kinds of files that people choose by mistake. `zip` is also a workbook (XLSX); `binary`: anything else that is no text. */
export const FOREIGN_FORMATS = ['zip', 'gzip', 'xls', 'pdf', 'binary'] as const;
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];

const SIGNATURES: readonly (readonly [ForeignFormat, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', [0x1f, 0x8b]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
];
const EXAMINED_BYTES = 64 * 1024;
/** Files of cameras contain a stray control character here and there; pictures and programs many. */
const MAX_CONTROL_SHARE = 0.1;

/** What a file is by its first piece; null: text, as far as can be seen. UTF-16 is text when it has a byte order mark. */
export function findForeignFormat(start: Uint8Array): ForeignFormat | null {
  const found = SIGNATURES.find(([, bytes]) => bytes.every((byte, at) => start[at] === byte));
  if (found !== undefined) return found[0];
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) return null;
  const examined = start.subarray(0, EXAMINED_BYTES);
  const controls = examined.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0);
  return controls > examined.length * MAX_CONTROL_SHARE ? 'binary' : null;
}

/** Control characters except the white space of texts. */
const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d);
