import { errors } from '@varco/i18n/it/errors.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import { ApiError, type ApiErrorFacts } from '../api/api-error.ts';

type SubText = keyof typeof errors.sub;
type LocalText = keyof typeof errors.local;

/** True when there is a text for this sub-code. */
export const hasSubCodeText = (name: string): name is SubText => Object.hasOwn(errors.sub, name);
const hasPortalText = (name: string): name is LocalText => Object.hasOwn(errors.local, name);

/** Title of a popup, from the error's sub-code; its body explains the code. */
export const getPopupTitle = ({ code, subCode }: Pick<ApiErrorFacts, 'code' | 'subCode'>): MessageKey =>
  subCode !== undefined && hasSubCodeText(subCode) ? `errors:sub.${subCode}` : `errors:code.${code}`;

/**
 * Text of a failed call, without the host (P 8): the server's own text when it sent no envelope, else the text of the
 * sub-code or the code. Calls to the portal have specified texts for 401 and 404.
 */
export function formatError(facts: ApiErrorFacts, isPortal: boolean, t: Translate): string {
  const { code, subCode, status, detail } = facts;
  if (isPortal && status === 401 && subCode === undefined && (code === 'no_auth' || code === 'invalid_token')) {
    return t('notices:unauthorized');
  }
  if (isPortal && status === 404) return t('notices:notFound');
  if (typeof detail === 'string' && detail !== '') return detail;
  if (subCode === 'network') return t('notices:notVerified');
  if (subCode === 'bad_answer') return t('errors:local.invalid_answer');
  if (subCode !== undefined && hasPortalText(subCode)) return t(`errors:local.${subCode}`);
  if (subCode !== undefined && hasSubCodeText(subCode)) return t(`errors:sub.${subCode}`);
  return t(`errors:code.${code}`);
}

/** Text of whatever made a call of a plant fail, for the form that sent it. */
export const formatCallError = (error: Error, t: Translate): string =>
  error instanceof ApiError ? formatError(error.facts, false, t) : t('errors:code.internal');
