import { version } from '@varco/contract/portal/system.ts';
import { ApiError } from './api/api-error.ts';
import { CLIENT_VERSION } from './api/client-version.ts';
import { callPortal } from './api/portal.ts';
import { showPopup, usePopups } from './notices/popup.store.ts';
import { compareVersions } from './version.ts';

/** P 9. */
const VERSION_POLL_INTERVAL_MS = 60_000;

/** The latest version the user declined: only a newer one is offered again (readings B-51). */
let declinedVersion = CLIENT_VERSION;

/** Polls the portal each minute for the version it serves (P 7); failures are silent and retried after 60 s. Call once. */
export function watchVersion(): () => void {
  const ask = async (): Promise<void> => {
    try {
      const found = await callPortal(version, {}, { isPolling: true });
      if (compareVersions(found.version, declinedVersion) > 0) showPopup({ newVersion: found.version });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  void ask();
  const timer = setInterval(() => void ask(), VERSION_POLL_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** ANNULLA: keeps the running version. */
export function declineVersion(): void {
  declinedVersion = usePopups.getState().newVersion ?? declinedVersion;
  showPopup({ newVersion: null });
}
