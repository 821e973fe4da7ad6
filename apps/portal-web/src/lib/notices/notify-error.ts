import { ApiError, getFailureDisplay } from '../api/api-error.ts';
import { logClientError } from '../client-log/client-log.store.ts';
import { translate } from '../translate.ts';
import { portalHost } from '../session/refresh-session.ts';
import { formatError, getPopupTitle } from './error-text.ts';
import { notify } from './notices.store.ts';
import { showPopup } from './popup.store.ts';

const ERROR_NOTICE_MS = 5_000;

/**
 * Shows an error according to the catalogue (P 8): nothing for cancelled and polling calls and hidden codes; else a
 * notification that begins with the plant's host, or the popup assigned to the code. Shown errors are written to the
 * client log, hidden ones are not (readings B-22).
 */
export function notifyError(error: unknown): void {
  const display = getFailureDisplay(error);
  if (display === 'silent') return;
  const facts =
    error instanceof ApiError ? error.facts : ({ code: 'internal', status: 0, host: portalHost() } as const);
  const isPortal = facts.host === portalHost();
  const text = formatError(facts, isPortal, translate);
  const shown = isPortal ? text : translate('notices:popupText', { host: facts.host, text });
  if (display === 'popup') {
    showPopup({
      error: {
        title: translate(getPopupTitle(facts)),
        text: translate('notices:popupText', { host: facts.host, text: translate(`errors:code.${facts.code}`) }),
      },
    });
  } else {
    const isUnreached = 'subCode' in facts && facts.subCode === 'network';
    notify({
      text: shown,
      type: 'error',
      timeout: ERROR_NOTICE_MS,
      link: isUnreached ? buildOrigin(facts.host, isPortal) : null,
    });
  }
  logClientError(error, shown);
}

/** Address where the user can check the connection (readings B-24). */
function buildOrigin(host: string, isPortal: boolean): string {
  if (isPortal) return location.origin;
  return `${/^(localhost|.+\.localhost|127\.|\[::1\])/.test(host) ? 'http' : 'https'}://${host}`;
}
