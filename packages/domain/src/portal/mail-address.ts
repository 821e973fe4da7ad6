/** Letters, digits and signs allowed before the @, in dot-separated parts: no quotes, comments or groups. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

/**
 * True for one plain e-mail address (P 5 'Email non valida'; security rules, part 10), the only form the product
 * accepts, stores and sends to. No display name, quotes, comments or spaces; ASCII only; a domain of at least two
 * labels.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MAX_ADDRESS) return false;
  const labels = text.slice(at + 1).split('.');
  const local = text.slice(0, at);
  return (
    local.length <= MAX_LOCAL_PART &&
    LOCAL_PART.test(local) &&
    labels.length > 1 &&
    labels.every((label) => DOMAIN_LABEL.test(label))
  );
}
