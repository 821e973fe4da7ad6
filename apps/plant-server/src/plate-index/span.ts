/** Half-open, milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
