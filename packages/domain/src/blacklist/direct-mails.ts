import { isMailAddress } from '../portal/mail-address.ts';

/** The field `mails` of a blacklist entry (T 3.6, T 5.3, readings TA38). */

/** Maximum length of the joined list, including the leading mark. */
export const MAILS_MAX_LENGTH = 255;

export interface DirectMails {
  readonly addresses: readonly string[];
  /** From a leading `!`: e-mail goes to these addresses only. */
  readonly onlyThese: boolean;
}

export const NO_MAILS: DirectMails = { addresses: [], onlyThese: false };

/** Parses the wire text; null or empty: no direct e-mails. */
export function parseDirectMails(text: string | null): DirectMails {
  const input = (text ?? '').trim();
  const onlyThese = input.startsWith('!');
  const addresses = (onlyThese ? input.slice(1) : input)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return addresses.length === 0 ? NO_MAILS : { addresses, onlyThese };
}

/** The wire text; null: none. */
export const formatDirectMails = ({ addresses, onlyThese }: DirectMails): string | null =>
  addresses.length === 0 ? null : `${onlyThese ? '!' : ''}${addresses.join(',')}`;

/** Removes duplicate addresses (ignoring case) and drops the last ones that exceed the maximum length. */
export function fitDirectMails({ addresses, onlyThese }: DirectMails): DirectMails {
  const seen = new Set<string>();
  const unique = addresses.filter((address) => {
    const key = address.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
  while ((formatDirectMails({ addresses: unique, onlyThese })?.length ?? 0) > MAILS_MAX_LENGTH) unique.pop();
  return { addresses: unique, onlyThese };
}

/** True for a text a plant may store: plain addresses, each once, within the maximum length. */
export function areDirectMailsValid(text: string | null): boolean {
  const mails = parseDirectMails(text);
  if (mails.addresses.length === 0) return (text ?? '').trim() === '';
  return mails.addresses.every(isMailAddress) && fitDirectMails(mails).addresses.length === mails.addresses.length;
}
