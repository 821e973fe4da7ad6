/** An alert as named by a portal address (`/alerts?plant=…&alert=…`), used in links of messages and notifications. */
export interface PressedAlert {
  readonly plant: string;
  readonly alert: string;
}

const PLANT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ALERT = /^[0-9]{1,19}$/;

/**
 * Extracts a valid alert reference from search parameters. Written without a schema: it runs before the first drawing,
 * when the schema library is not loaded.
 */
export function pressedIn({ plant, alert }: Readonly<Record<string, unknown>>): Partial<PressedAlert> {
  const isNamed = typeof plant === 'string' && PLANT.test(plant) && typeof alert === 'string' && ALERT.test(alert);
  return isNamed ? { plant, alert } : {};
}

/** The alert referenced by a path of the portal; null: none. */
export function pressedOf(page: string): PressedAlert | null {
  if (!URL.canParse(page, location.origin)) return null;
  const { pathname, searchParams } = new URL(page, location.origin);
  const { plant, alert } = pressedIn(Object.fromEntries(searchParams));
  return pathname !== '/alerts' || plant === undefined || alert === undefined ? null : { plant, alert };
}

/** Calls `open` when a system notification is clicked while the portal is open. The returned function stops it. */
export function onPressed(open: (pressed: PressedAlert | null) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const { kind, page } = Object(data) as { readonly kind?: unknown; readonly page?: unknown };
    if (kind === 'varco-pressed' && typeof page === 'string') open(pressedOf(page));
  };
  navigator.serviceWorker.addEventListener('message', hear);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}
