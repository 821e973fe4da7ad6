/** An alert as named by a portal address (`/alerts?plant=…&alert=…`), used in links of messages and notifications. */
export interface AlertReference {
  readonly plant: string;
  readonly alert: string;
}

const PLANT_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ALERT_PATTERN = /^[0-9]{1,19}$/;

/**
 * Extracts a valid alert reference from search parameters. Written without a schema: it runs before the first drawing,
 * when the schema library is not loaded.
 */
export function parseAlertReference({ plant, alert }: Readonly<Record<string, unknown>>): Partial<AlertReference> {
  const isNamed =
    typeof plant === 'string' && PLANT_PATTERN.test(plant) && typeof alert === 'string' && ALERT_PATTERN.test(alert);
  return isNamed ? { plant, alert } : {};
}

/** The alert referenced by a path of the portal; null: none. */
export function parseAlertPath(page: string): AlertReference | null {
  if (!URL.canParse(page, location.origin)) return null;
  const { pathname, searchParams } = new URL(page, location.origin);
  const { plant, alert } = parseAlertReference(Object.fromEntries(searchParams));
  return pathname !== '/alerts' || plant === undefined || alert === undefined ? null : { plant, alert };
}

/** Calls `open` when a system notification is clicked while the portal is open. The returned function stops it. */
export function onNotificationClick(open: (pressed: AlertReference | null) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const { kind, page } = Object(data) as { readonly kind?: unknown; readonly page?: unknown };
    if (kind === 'varco-pressed' && typeof page === 'string') open(parseAlertPath(page));
  };
  navigator.serviceWorker.addEventListener('message', hear);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}
