/** A character of a read, and whether the other plate has another one there. */
export interface ReadCharacter {
  readonly character: string;
  readonly isDiffering: boolean;
}

/**
 * Compares a read with the plate of its transit. A read of another length is compared from both ends, so that only the
 * characters between the common beginning and the common end differ.
 */
export function compareCharacters(read: string, plate: string): readonly ReadCharacter[] {
  if (read.length === plate.length)
    return [...read].map((character, index) => ({ character, isDiffering: character !== plate[index] }));
  const shorter = Math.min(read.length, plate.length);
  let begin = 0;
  while (begin < shorter && read[begin] === plate[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && read.at(-1 - end) === plate.at(-1 - end)) end += 1;
  return [...read].map((character, index) => ({
    character,
    isDiffering: index >= begin && index < read.length - end,
  }));
}
