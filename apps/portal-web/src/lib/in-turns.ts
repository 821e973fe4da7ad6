/** Calls that are begun in one go; each costs a browser about a millisecond. */
const IN_ONE_GO = 8;

/**
 * Begins work for many, a few at a time, with a breath between them in which keys and answers get their turn: a hundred calls in one go hold
 * a page for a tenth of a second. The first few are begun before this returns.
 * @param isWanted asked before each; false: the rest is left out
 */
export async function inTurns<T>(
  items: Iterable<T>,
  begin: (item: T) => void,
  isWanted: () => boolean = () => true,
): Promise<void> {
  let begun = 0;
  for (const item of items) {
    if (begun > 0 && begun % IN_ONE_GO === 0) await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return;
    begin(item);
    begun += 1;
  }
}
