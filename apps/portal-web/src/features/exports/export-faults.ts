import type { MessageKey } from '@varco/i18n/message-types.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { notify } from '../../lib/notices/notices.store.ts';
import { say } from '../../lib/say.ts';
import { currentSession } from '../../lib/session/session-store.ts';

/** What a failed call about exports means for the screen. */
export type ExportFault =
  | { readonly kind: 'max'; readonly active: number; readonly max: number }
  | { readonly kind: 'text'; readonly key: MessageKey }
  /** T 8.1: the spinners stop and nothing is said. */
  | { readonly kind: 'silent' };

/** T 8.1, T 8.2. `hasToken` false: there was nothing to sign in with. */
export function exportFault(error: unknown, hasToken: boolean): ExportFault {
  if (!hasToken) return { kind: 'text', key: 'exports:fault.notAuthenticated' };
  if (!(error instanceof ApiError)) return { kind: 'silent' };
  const { status, subCode, data } = error.facts;
  if (subCode === 'max_exports')
    return { kind: 'max', active: Number(data?.['active_exports']), max: Number(data?.['max_active_exports']) };
  if (status === 401) return { kind: 'text', key: 'exports:fault.unauthorized' };
  if (status === 404) return { kind: 'text', key: 'exports:fault.notFound' };
  return { kind: 'silent' };
}

const NOTICE_MS = 5_000;

/** Says what is to be said of a failed call; the maximum is the caller's to show. */
export function tellExportFault(error: unknown): ExportFault {
  const fault = exportFault(error, currentSession().token !== null);
  if (fault.kind === 'text') notify({ text: say(fault.key), type: 'error', timeout: NOTICE_MS, link: null });
  return fault;
}
