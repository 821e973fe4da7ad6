/**
 * What this code does not read, or not for sure: progressive pictures, damaged ones, turned ones. Never leaves this folder: who
 * marks falls back to decoding and encoding the whole picture, and that decides whether it is damaged.
 */
export class NotSpoken extends Error {
  override readonly name = 'NotSpoken';
}

/** @throws NotSpoken unless `isSo` */
export function expectThat(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new NotSpoken(what);
}
