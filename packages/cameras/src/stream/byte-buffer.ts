/** Bytes of a stream that arrive in pieces; appending costs what is appended, however small the pieces are. */
export class ByteBuffer {
  private bytes = new Uint8Array(4_096);
  private used = 0;

  get length(): number {
    return this.used;
  }

  /** What is held; valid until the next change. */
  get view(): Uint8Array {
    return this.bytes.subarray(0, this.used);
  }

  append(piece: Uint8Array): void {
    if (this.used + piece.length > this.bytes.length) {
      const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.used + piece.length));
      grown.set(this.view);
      this.bytes = grown;
    }
    this.bytes.set(piece, this.used);
    this.used += piece.length;
  }

  /** Removes the first `count` bytes and returns a copy of them. */
  take(count: number): Uint8Array {
    const taken = this.bytes.slice(0, count);
    this.bytes.copyWithin(0, count, this.used);
    this.used -= count;
    return taken;
  }
}
