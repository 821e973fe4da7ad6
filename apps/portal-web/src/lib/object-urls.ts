interface Kept {
  readonly url: string;
  users: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Screens are remounted quickly; an unused object URL is revoked after this time. */
const GIVE_BACK_AFTER_MS = 10_000;

const kept = new Map<Blob, Kept>();

function giveBackLater(blob: Blob, one: Kept): void {
  clearTimeout(one.timer);
  one.timer = setTimeout(() => {
    kept.delete(blob);
    URL.revokeObjectURL(one.url);
  }, GIVE_BACK_AFTER_MS);
}

/** An object URL for a blob: the same URL for the same blob while it is in use. */
export function objectUrl(blob: Blob): string {
  const known = kept.get(blob);
  if (known !== undefined) return known.url;
  const made: Kept = { url: URL.createObjectURL(blob), users: 0, timer: undefined };
  kept.set(blob, made);
  giveBackLater(blob, made);
  return made.url;
}

/** Keeps the object URL of a blob alive until the returned function is called. */
export function holdObjectUrl(blob: Blob): () => void {
  objectUrl(blob);
  const one = kept.get(blob);
  if (one === undefined) return () => undefined;
  clearTimeout(one.timer);
  one.users += 1;
  return () => {
    one.users -= 1;
    if (one.users === 0) giveBackLater(blob, one);
  };
}
