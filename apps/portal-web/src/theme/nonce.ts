import { setNonce } from 'get-nonce';

/**
 * The CSP nonce of this document. The build leaves a placeholder in `<meta property="csp-nonce">`, and the portal
 * server inserts a new value for each response. Browsers hide it from attributes, so it is read from the property.
 */
export function readDocumentNonce(): string {
  const meta = document.querySelector('meta[property="csp-nonce"]');
  return meta instanceof HTMLElement ? meta.nonce : '';
}

/** Lets style elements created by libraries (scroll lock of dialogs) use the nonce. Call once, before React. */
export function setStyleNonce(): void {
  const nonce = readDocumentNonce();
  if (nonce !== '') setNonce(nonce);
}
