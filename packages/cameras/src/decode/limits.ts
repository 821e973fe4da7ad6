/** Bounds of one message. What exceeds them is refused, except pictures, which are left out with a note. */
export const LIMITS = {
  bodyBytes: 16 * 1024 * 1024,
  parts: 64,
  partHeaderBytes: 8_192,
  depth: 32,
  /** Values of all trees of a message together. */
  nodes: 20_000,
  /** Fields that are copied to look at each value of a list by itself. */
  copies: 100_000,
  nameLength: 200,
  /** Longest text that may be a value of a read; longer ones are only looked at as pictures. */
  valueLength: 2_000,
  pictureBytes: 8 * 1024 * 1024,
  pictures: 12,
  reads: 200,
  documents: 200,
  xmlErrors: 50,
  attributes: 200,
  formFields: 2_000,
  lines: 5_000,
} as const;

/** Why a body cannot be decoded. Thrown inside the decoder only. */
export class DecodeError extends Error {
  readonly reason: 'body_unreadable' | 'body_truncated' | 'limit_exceeded';

  constructor(reason: DecodeError['reason'], detail: string) {
    super(detail);
    this.reason = reason;
  }
}
