/** Bytes before the first row: signature, flags and the length of an extension, which is empty. */
const HEADER_BYTES = 19;
/** Number of fields in the stead of a row: the end. */
const END = -1;

/**
 * A row in the bytes of `COPY ... (format binary)`: field `n` begins at `bounds[2n]`, where -1 stands for null, and ends
 * before `bounds[2n + 1]`. Both are valid during the call only.
 */
export type CopyRowHandler = (bytes: Buffer, bounds: Int32Array) => void;

/**
 * Splits the stream of `COPY ... to stdout (format binary)` into rows without creating objects for them.
 * Source: PostgreSQL, COPY, Binary Format.
 */
export class CopyRowReader {
  readonly #fields: number;
  readonly #bounds: Int32Array;
  #rest: Buffer = Buffer.alloc(0);
  #isHeaderRead = false;
  #isEnded = false;

  constructor(fields: number) {
    this.#fields = fields;
    this.#bounds = new Int32Array(2 * fields);
  }

  /** Handles the rows that end in this chunk. Throws when they have another number of fields. */
  push(chunk: Buffer, handle: CopyRowHandler): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    if (!this.#isHeaderRead && bytes.length >= HEADER_BYTES) {
      this.#isHeaderRead = true;
      at = HEADER_BYTES;
    }
    for (let end = this.#isHeaderRead ? this.#findRow(bytes, at) : null; end !== null; end = this.#findRow(bytes, at)) {
      handle(bytes, this.#bounds);
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }

  /** Throws when the stream ended before its last row. */
  finish(): void {
    if (!this.#isEnded) throw new Error('COPY ended in the middle');
  }

  /** End of the row that begins at `at`, with `#bounds` set; null: it is not complete, or there are no more. */
  #findRow(bytes: Buffer, at: number): number | null {
    if (at + 2 > bytes.length) return null;
    const fields = bytes.readInt16BE(at);
    this.#isEnded = fields === END;
    if (this.#isEnded) return null;
    if (fields !== this.#fields) throw new Error(`COPY has ${fields} fields, ${this.#fields} were expected`);
    let position = at + 2;
    for (let field = 0; field < fields; field += 1) {
      if (position + 4 > bytes.length) return null;
      const length = bytes.readInt32BE(position);
      position += 4;
      this.#bounds[2 * field] = length < 0 ? -1 : position;
      position += Math.max(0, length);
      if (position > bytes.length) return null;
      this.#bounds[2 * field + 1] = position;
    }
    return position;
  }
}
