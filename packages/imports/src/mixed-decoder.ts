const NEW_LINE = 0x0a;
/** A longer line is decoded in pieces; the CSV reader refuses it anyway. */
const MAX_LINE_BYTES = 256 * 1024;

/** Decodes bytes piece by piece, as TextDecoder does. */
export interface FileDecoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/**
 * Decoder of files whose lines come from different programs: each line is UTF-8 when it is valid as such, otherwise
 * Windows-1252, which every byte is.
 */
export function createMixedDecoder(): FileDecoder & { readonly hasUtf8: boolean } {
  const [strict, windows] = [new TextDecoder('utf-8', { fatal: true }), new TextDecoder('windows-1252')];
  let [pending, hasUtf8]: [Uint8Array, boolean] = [new Uint8Array(), false];
  const decodeLine = (line: Uint8Array): string => {
    const text = decodeStrictly(strict, line);
    if (text === null) return windows.decode(line);
    // Text of ASCII only has as many characters as bytes.
    hasUtf8 ||= text.length !== line.length;
    return text;
  };
  return {
    get hasUtf8() {
      return hasUtf8;
    },
    decode(bytes = new Uint8Array(), { stream = false } = {}) {
      const all = pending.length === 0 ? bytes : joinBytes([pending, bytes]);
      const lines: string[] = [];
      let start = 0;
      for (let end = all.indexOf(NEW_LINE); end >= 0; end = all.indexOf(NEW_LINE, start)) {
        lines.push(decodeLine(all.subarray(start, end + 1)));
        start = end + 1;
      }
      pending = all.slice(start);
      if (!stream || pending.length > MAX_LINE_BYTES) {
        lines.push(decodeLine(pending));
        pending = new Uint8Array();
      }
      return lines.join('');
    },
  };
}

/** Text of a line; null: it is not valid. */
function decodeStrictly(decoder: InstanceType<typeof TextDecoder>, line: Uint8Array): string | null {
  try {
    return decoder.decode(line);
  } catch {
    return null;
  }
}

/** Copies several pieces into one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
