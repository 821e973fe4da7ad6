interface SharedUrl {
  readonly url: string;
  users: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Screens are remounted quickly; an unused object URL is revoked after this time. */
const REVOKE_DELAY_MS = 10_000;

const sharedUrls = new Map<Blob, SharedUrl>();

function scheduleRevoke(blob: Blob, one: SharedUrl): void {
  clearTimeout(one.timer);
  one.timer = setTimeout(() => {
    sharedUrls.delete(blob);
    URL.revokeObjectURL(one.url);
  }, REVOKE_DELAY_MS);
}

/** An object URL for a blob: the same URL for the same blob while it is in use. */
export function getObjectUrl(blob: Blob): string {
  const known = sharedUrls.get(blob);
  if (known !== undefined) return known.url;
  const made: SharedUrl = { url: URL.createObjectURL(blob), users: 0, timer: undefined };
  sharedUrls.set(blob, made);
  scheduleRevoke(blob, made);
  return made.url;
}

/** Keeps the object URL of a blob alive until the returned function is called. */
export function holdObjectUrl(blob: Blob): () => void {
  getObjectUrl(blob);
  const one = sharedUrls.get(blob);
  if (one === undefined) return () => undefined;
  clearTimeout(one.timer);
  one.users += 1;
  return () => {
    one.users -= 1;
    if (one.users === 0) scheduleRevoke(blob, one);
  };
}
