const TOKEN_PATTERN = /^#([A-Za-z0-9_-]{43})$/;

let storedToken: string | null = null;

/**
 * Token of a mailed link, from the fragment of the address. It is removed from the address (and the history) at once
 * and held in memory. Null when the page was opened without one.
 */
export function takeLinkToken(): string | null {
  const found = TOKEN_PATTERN.exec(location.hash)?.[1];
  if (found !== undefined) {
    storedToken = found;
    history.replaceState(history.state, '', location.pathname);
  }
  return storedToken;
}

/** Deletes the token after use. */
export function clearLinkToken(): void {
  storedToken = null;
}
