import type { SearchSession } from '../search/search-session.ts';
import { type ListRow, buildListRows } from '../search/search-view.ts';

/** Finds the transit before or after another one in its result. Loads the adjacent page when needed. */
export function findAdjacentRow(session: SearchSession, key: string, step: 1 | -1): Promise<ListRow | null> {
  const rows = getShownRows(session);
  const at = rows.findIndex((row) => row.key === key);
  const beside = at < 0 ? undefined : rows[at + step];
  if (at < 0 || beside !== undefined) return Promise.resolve(beside ?? null);
  return loadAdjacentPageRow(session, step);
}

/** Whether there is a transit before (`back`) and after (`on`) the given one. */
export function getNavigationState(
  session: SearchSession,
  key: string,
): { readonly back: boolean; readonly on: boolean } {
  const rows = getShownRows(session);
  const at = rows.findIndex((row) => row.key === key);
  const merged = session.currentPage();
  if (at < 0 || merged === null) return { back: false, on: false };
  return { back: at > 0 || merged.hasPrevious, on: at < rows.length - 1 || merged.hasNext };
}

const getShownRows = (session: SearchSession): readonly ListRow[] =>
  buildListRows(session.currentPage(), session.getState().page);

/** Switches to the adjacent page and waits for its nearest row. Null when there is none, or the list changed meanwhile. */
function loadAdjacentPageRow(session: SearchSession, step: 1 | -1): Promise<ListRow | null> {
  const requested = session.getState().page + step;
  session.goToPage(requested);
  const look = (): ListRow | null | undefined => {
    const merged = session.currentPage();
    if (merged === null || session.getState().page !== requested) return null;
    const rows = getShownRows(session);
    // Rows arrive in order: the first is final at once, the last only when the page is complete.
    if (step === 1 && rows[0] !== undefined) return rows[0];
    return merged.isComplete ? (rows.at(-1) ?? null) : undefined;
  };
  const now = look();
  if (now !== undefined) return Promise.resolve(now);
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      const found = look();
      if (found === undefined) return;
      stop();
      resolve(found);
    });
  });
}
