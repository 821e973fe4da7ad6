/** Number of calls started in one batch; each takes the browser about a millisecond. */
const BATCH_SIZE = 8;

/**
 * Starts work for many items in small batches and yields to the event loop between them: starting a hundred calls at
 * once would block the page for a tenth of a second. The first batch starts before this returns.
 * @param isRequested checked before each item; false skips the rest
 */
export async function yieldBetween<T>(
  items: Iterable<T>,
  begin: (item: T) => void,
  isRequested: () => boolean = () => true,
): Promise<void> {
  let begun = 0;
  for (const item of items) {
    if (begun > 0 && begun % BATCH_SIZE === 0) await new Promise((resolve) => setTimeout(resolve));
    if (!isRequested()) return;
    begin(item);
    begun += 1;
  }
}
