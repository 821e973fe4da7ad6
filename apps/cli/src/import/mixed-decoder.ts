import { isUtf8 } from 'node:buffer';

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
  const windows = new TextDecoder('windows-1252');
  let [pending, hasUtf8] = [Buffer.alloc(0), false];
  const decodeLine = (line: Buffer): string => {
    if (!isUtf8(line)) return windows.decode(line);
    hasUtf8 ||= line.some((byte) => byte > 0x7f);
    return line.toString('utf8');
  };
  return {
    get hasUtf8() {
      return hasUtf8;
    },
    decode(bytes = new Uint8Array(), { stream = false } = {}) {
      const all = Buffer.concat([pending, bytes]);
      const lines: string[] = [];
      let start = 0;
      for (let end = all.indexOf(NEW_LINE); end >= 0; end = all.indexOf(NEW_LINE, start)) {
        lines.push(decodeLine(all.subarray(start, end + 1)));
        start = end + 1;
      }
      pending = all.subarray(start);
      if (!stream || pending.length > MAX_LINE_BYTES) {
        lines.push(decodeLine(pending));
        pending = Buffer.alloc(0);
      }
      return lines.join('');
    },
  };
}
