import { composePlantAddress, parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';

/** Fields of the credential form (P 3). `plantCode` only when adding. */
export interface CredentialFields {
  readonly host: string;
  readonly port: string;
  readonly label: string;
  readonly username: string;
  readonly password: string;
  readonly enabled: boolean;
  readonly plantCode: string;
}

export const EMPTY_CREDENTIAL: CredentialFields = {
  host: '',
  port: '',
  label: '',
  username: '',
  password: '',
  enabled: true,
  plantCode: '',
};

/**
 * P 8: 1 unreachable, 2 wrong credentials, 3 address already listed, 4 registration request failed, 5 wrong plant code.
 */
export type RegistrationError = 1 | 2 | 3 | 4 | 5;
export const registrationErrorKey = (error: RegistrationError): MessageKey => `plants:registration.e${error}`;

export interface CredentialProblem {
  readonly field: keyof CredentialFields;
  readonly text: MessageKey;
}

const ADDRESS_ERRORS = {
  malformed: 'plants:form.malformed',
  not_https: 'plants:form.notHttps',
  has_extra: 'plants:form.hasExtra',
} as const;

/** Origin built from host and port, or the problem with them. */
export function parseOrigin(fields: Pick<CredentialFields, 'host' | 'port'>): string | CredentialProblem {
  if (fields.host.trim() === '') return { field: 'host', text: 'plants:form.missingHost' };
  const port = fields.port.trim();
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) {
    return { field: 'port', text: 'plants:form.badPort' };
  }
  const address = parsePlantAddress(composePlantAddress(fields.host, port));
  return address.ok ? address.origin : { field: 'host', text: ADDRESS_ERRORS[address.fault] };
}

/** First missing or invalid field; null when valid. When editing, an empty password leaves the stored one unchanged. */
export function findCredentialProblem(fields: CredentialFields, isNew: boolean): CredentialProblem | null {
  const origin = isNew ? parseOrigin(fields) : '';
  if (typeof origin !== 'string') return origin;
  if (fields.username.trim() === '') return { field: 'username', text: 'plants:form.missingUsername' };
  if (isNew && fields.password === '') return { field: 'password', text: 'plants:form.missingPassword' };
  return null;
}

/** Splits an address into host and port, for the form of a listed plant. */
export function splitHostAndPort(url: string): { readonly host: string; readonly port: string } {
  if (!URL.canParse(url)) return { host: url, port: '' };
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port: port === '' ? (protocol === 'http:' ? '80' : '443') : port };
}
