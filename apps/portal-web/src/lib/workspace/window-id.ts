const PLACE = 'varco.window';

/** A name for this window of the browser; a reload keeps it. Holds nothing of the work. */
export function windowId(): string {
  // Rules that only mention the workspace are also tested outside of a browser.
  if (typeof sessionStorage === 'undefined') return 't';
  const known = sessionStorage.getItem(PLACE) ?? '';
  if (/^[a-z0-9]{8}-$/.test(known)) return known;
  const made = `${crypto.randomUUID().slice(0, 8)}-`;
  sessionStorage.setItem(PLACE, made);
  return made;
}
