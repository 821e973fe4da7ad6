/** P 7: storage key of the announcements a user has hidden in this browser. */
const getHiddenStorageKey = (userUuid: string): string => `varco.hidden-news.${userUuid}`;
const MAX_HIDDEN_IDS = 500;

/** Ids of the hidden announcements; invalid stored data counts as none. */
export function readHiddenAnnouncements(userUuid: string): ReadonlySet<number> {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(getHiddenStorageKey(userUuid)) ?? '[]');
    return new Set(Array.isArray(raw) ? raw.filter((id): id is number => Number.isInteger(id)) : []);
  } catch {
    return new Set();
  }
}

/** Hides further announcements; only the newest ids are stored when there are very many. */
export function hideAnnouncements(userUuid: string, ids: readonly number[]): void {
  const all = [...new Set([...readHiddenAnnouncements(userUuid), ...ids])].slice(-MAX_HIDDEN_IDS);
  localStorage.setItem(getHiddenStorageKey(userUuid), JSON.stringify(all));
}
