import { getErrorDisplay, type ErrorCode } from '@varco/contract/errors.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { NOTIFICATIONS, type NotificationCode } from '@varco/domain/portal/notifications.ts';
import { describe, expect, test } from 'vitest';
import { type ApiErrorFacts, ApiError, getFailureDisplay } from '../api/api-error.ts';
import { formatError, getPopupTitle } from './error-text.ts';

const { t } = createI18n('it');
const english = createI18n('en');
const facts = (change: Partial<ApiErrorFacts>): ApiErrorFacts => ({
  code: 'internal',
  status: 500,
  host: 'cesena.example',
  ...change,
});

test.each<[string, ErrorCode, string | undefined, string, RegExp]>([
  ['ERR-10', 'internal', undefined, 'notify', /Errore imprevisto/],
  ['ERR-11', 'unavailable', undefined, 'notify', /non può rispondere adesso. Riprova/],
  ['ERR-12', 'unavailable', 'cant_connect_to_db', 'popup', /^Impossibile eseguire la richiesta$/],
  ['ERR-13', 'unavailable', 'db_in_use', 'popup', /^Impossibile eseguire la richiesta$/],
  ['ERR-14', 'bad_request', undefined, 'notify', /./],
  ['ERR-15', 'no_auth', undefined, 'notify', /./],
  ['ERR-16', 'invalid_token', 'jwt_malformed', 'silent', /./],
  ['ERR-17', 'invalid_token', 'jwt_invalid', 'silent', /./],
  ['ERR-18', 'invalid_token', 'jwt_unknown_error', 'silent', /./],
  ['ERR-19', 'invalid_token', 'jwt_missing', 'notify', /F5/],
  ['ERR-20', 'invalid_token', 'jwt_expired', 'notify', /F5/],
  ['ERR-21', 'missing_api_key', undefined, 'notify', /./],
  ['ERR-22', 'invalid_api_key', undefined, 'notify', /./],
  ['ERR-23', 'bad_credentials', undefined, 'notify', /./],
  ['ERR-24', 'expired_password', undefined, 'notify', /scaduta/],
  ['ERR-25', 'weak_password', undefined, 'notify', /regole/],
  ['ERR-26', 'user_not_enabled', undefined, 'notify', /disabilitato/],
  ['ERR-27', 'user_expired', undefined, 'notify', /scaduto/],
  ['ERR-28', 'pass_change_required', undefined, 'silent', /./],
  ['ERR-29', 'no_perms', 'paid_query_perms_require', 'notify', /visure a pagamento/],
  ['ERR-30', 'not_found', undefined, 'notify', /./],
  ['ERR-31', 'duplicate', undefined, 'notify', /./],
  ['ERR-32', 'db_err', undefined, 'notify', /base dati/],
  ['ERR-33', 'conflict', 'device_already_associated', 'popup', /^Dispositivo già associato$/],
  ['ERR-34 BLK-38', 'conflict', 'blacklist_exists', 'silent', /./],
  ['ERR-35', 'missing_license_option', undefined, 'silent', /./],
  ['ERR-36', 'missing_license_option', 'rca_rev_license_missing', 'silent', /./],
  ['ERR-37', 'rate_limit_exceeded', undefined, 'silent', /./],
])('%s %s/%s: %s', (_id, code, subCode, display, words) => {
  const error = facts({ code, ...(subCode === undefined ? {} : { subCode }) });
  expect(getErrorDisplay(code, subCode)).toBe(display);
  expect(getFailureDisplay(new ApiError(error))).toBe(display);
  expect(getFailureDisplay(new ApiError({ ...error, isPolling: true }))).toBe('silent');
  expect(formatError(error, false, t)).toMatch(words);
  expect(formatError(error, false, english.t)).not.toBe('');
  if (display === 'popup') expect(t(getPopupTitle(error))).toMatch(words);
});

describe('words of an error', () => {
  test('ERR-07 ERR-08 calls to the portal: 401 and 404 have the words of the specification', () => {
    expect(formatError(facts({ code: 'no_auth', status: 401 }), true, t)).toBe('Unauthorized');
    expect(formatError(facts({ code: 'not_found', status: 404 }), true, t)).toBe('Not found');
    expect(formatError(facts({ code: 'not_found', status: 404 }), false, t)).toBe('Elemento non trovato.');
  });

  test('ERR-05 an answer without the envelope says what it says itself', () => {
    expect(formatError(facts({ detail: 'Fuori servizio' }), false, t)).toBe('Fuori servizio');
  });

  test('ERR-06 a network that fails is a connection that could not be verified', () => {
    expect(formatError(facts({ code: 'unavailable', subCode: 'network', status: 0 }), false, t)).toBe(
      'Collegamento non verificato.',
    );
  });
});

test('NOTIF-07 every code has its own message in both languages', () => {
  for (const one of [createI18n('it'), english]) {
    const texts = Object.keys(NOTIFICATIONS).map((code) =>
      one.t(`notices:code.c${Number(code) as NotificationCode}`, {
        plant: 'Cesena',
        plate: 'AB123CD',
        date: '31/12/2026',
      }),
    );
    expect(new Set(texts).size).toBe(35);
    expect(texts.every((text) => text.length > 8 && !text.includes('notices:'))).toBe(true);
  }
});
