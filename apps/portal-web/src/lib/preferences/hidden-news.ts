/** P 7: which news a person does not want to see again, in this browser. */
const placeOf = (userUuid: string): string => `varco.hidden-news.${userUuid}`;
const MOST = 500;

/** Ids the person has hidden; what somebody else wrote into the storage counts as nothing. */
export function hiddenNews(userUuid: string): ReadonlySet<number> {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(placeOf(userUuid)) ?? '[]');
    return new Set(Array.isArray(raw) ? raw.filter((id): id is number => Number.isInteger(id)) : []);
  } catch {
    return new Set();
  }
}

/** Hides these too; the newest are kept when there are very many. */
export function hideNews(userUuid: string, ids: readonly number[]): void {
  const all = [...new Set([...hiddenNews(userUuid), ...ids])].slice(-MOST);
  localStorage.setItem(placeOf(userUuid), JSON.stringify(all));
}
