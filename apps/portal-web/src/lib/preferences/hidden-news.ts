/** P 7: storage key of the announcements a user has hidden in this browser. */
const placeOf = (userUuid: string): string => `varco.hidden-news.${userUuid}`;
const MOST = 500;

/** Ids of the hidden announcements; invalid stored data counts as none. */
export function hiddenNews(userUuid: string): ReadonlySet<number> {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(placeOf(userUuid)) ?? '[]');
    return new Set(Array.isArray(raw) ? raw.filter((id): id is number => Number.isInteger(id)) : []);
  } catch {
    return new Set();
  }
}

/** Hides further announcements; only the newest ids are stored when there are very many. */
export function hideNews(userUuid: string, ids: readonly number[]): void {
  const all = [...new Set([...hiddenNews(userUuid), ...ids])].slice(-MOST);
  localStorage.setItem(placeOf(userUuid), JSON.stringify(all));
}
