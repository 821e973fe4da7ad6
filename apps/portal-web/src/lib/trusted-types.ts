/** Types of the browser API used here, which the DOM library does not have yet. */
interface PolicyRules {
  readonly createHTML: (input: string) => string | null;
  readonly createScriptURL: (input: string) => string | null;
}
interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

/** Allows style text but no markup, so that no response text can become an element (security 2). */
export function allowHtml(input: string): string | null {
  return input.includes('<') ? null : input;
}

/** Allows scripts and workers only from the portal's hashed assets, and the service worker. */
export function allowScriptUrl(input: string, origin: string): string | null {
  if (!URL.canParse(input, origin)) return null;
  const url = new URL(input, origin);
  const isOurs = url.origin === origin && (url.pathname.startsWith('/assets/') || url.pathname === '/sw.js');
  return isOurs ? url.href : null;
}

/**
 * Installs the only policy, `default`. Call first of all, before React. It has no `createScript`, so text never becomes
 * code. Does nothing when the browser has no Trusted Types or the policy already exists (second call).
 */
export function installTrustedTypes(): void {
  const factory = getPolicyFactory(globalThis);
  if (factory === null) return;
  try {
    factory.createPolicy('default', {
      createHTML: allowHtml,
      createScriptURL: (input) => allowScriptUrl(input, location.origin),
    });
  } catch {
    // The policy already exists: it can be created once per document.
  }
}

function getPolicyFactory(scope: object): PolicyFactory | null {
  const found: unknown = 'trustedTypes' in scope ? scope.trustedTypes : null;
  return isPolicyFactory(found) ? found : null;
}

function isPolicyFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

let allowedOrigins: ReadonlySet<string> | null = null;

/**
 * Restricts the connections of this document to the portal, the user's plants and the map sources, permanently
 * (security 2). It cannot be widened: a later call with a new origin reloads the page, which restores the session and
 * restricts again.
 * @param origins checked origins (`https://host[:port]`), no paths
 * @returns false when this document is being reloaded: nothing new should be started in it
 */
export function restrictConnections(origins: readonly string[]): boolean {
  if (allowedOrigins !== null) {
    // Another plant, or another user in the same document: only a new document can connect there.
    const isCovered = origins.every((origin) => allowedOrigins?.has(origin) === true);
    if (!isCovered) location.reload();
    return isCovered;
  }
  allowedOrigins = new Set(origins);
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = `connect-src 'self' ${[...allowedOrigins].map((origin) => new URL(origin).origin).join(' ')}`.trim();
  document.head.append(meta);
  return true;
}

/** True when this document is restricted to the plants of one user. It cannot be widened again. */
export const isRestricted = (): boolean => allowedOrigins !== null;
