import { setNonce } from 'get-nonce';

/**
 * The nonce of this document. The build leaves a placeholder in `<meta property="csp-nonce">` and the portal server puts
 * a fresh value there for each response; browsers hide it from attributes, so it is read from the property.
 */
export function documentNonce(): string {
  const meta = document.querySelector('meta[property="csp-nonce"]');
  return meta instanceof HTMLElement ? meta.nonce : '';
}

/** Lets style elements made by libraries (scroll lock of dialogs) carry the nonce. Call once, before React. */
export function shareNonce(): void {
  const nonce = documentNonce();
  if (nonce !== '') setNonce(nonce);
}
