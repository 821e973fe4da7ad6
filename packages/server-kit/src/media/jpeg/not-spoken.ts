/**
 * A picture this code cannot process with certainty: progressive, damaged or rotated. Not thrown outside this folder:
 * the marker then decodes and encodes the whole picture, which determines whether it is damaged.
 */
export class NotSpoken extends Error {
  override readonly name = 'NotSpoken';
}

/** @throws UnsupportedJpegError unless `isSo` */
export function expectThat(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new NotSpoken(what);
}
