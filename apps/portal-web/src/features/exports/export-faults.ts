import type { MessageKey } from '@varco/i18n/message-types.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { notify } from '../../lib/notices/notices.store.ts';
import { translate } from '../../lib/translate.ts';
import { currentSession } from '../../lib/session/session-store.ts';

/** How the screen reacts to a failed export call. */
export type ExportFault =
  | { readonly kind: 'max'; readonly active: number; readonly max: number }
  | { readonly kind: 'text'; readonly key: MessageKey }
  /** T 8.1: only the spinners stop. */
  | { readonly kind: 'silent' };

/** Classifies an error (T 8.1, T 8.2). `hasToken` false: there was no session token. */
export function classifyExportFault(error: unknown, hasToken: boolean): ExportFault {
  if (!hasToken) return { kind: 'text', key: 'exports:fault.notAuthenticated' };
  if (!(error instanceof ApiError)) return { kind: 'silent' };
  const { status, subCode, data } = error.facts;
  if (subCode === 'max_exports')
    return { kind: 'max', active: Number(data?.['active_exports']), max: Number(data?.['max_active_exports']) };
  if (status === 401) return { kind: 'text', key: 'exports:fault.unauthorized' };
  if (status === 404) return { kind: 'text', key: 'exports:fault.notFound' };
  return { kind: 'silent' };
}

const NOTICE_DURATION_MS = 5_000;

/** Notifies the user of a failed call and returns the fault; the caller shows a reached maximum itself. */
export function notifyExportFault(error: unknown): ExportFault {
  const fault = classifyExportFault(error, currentSession().token !== null);
  if (fault.kind === 'text')
    notify({ text: translate(fault.key), type: 'error', timeout: NOTICE_DURATION_MS, link: null });
  return fault;
}
