/** The part of the platform this uses; the types of the browser do not have it yet. */
interface PolicyRules {
  readonly createHTML: (input: string) => string | null;
  readonly createScriptURL: (input: string) => string | null;
}
interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

/** Style text may pass, markup never: nothing of an answer can become an element (security 2). */
export function allowedHtml(input: string): string | null {
  return input.includes('<') ? null : input;
}

/** Scripts and workers only from our own hashed assets, and the service worker. */
export function allowedScriptUrl(input: string, origin: string): string | null {
  if (!URL.canParse(input, origin)) return null;
  const url = new URL(input, origin);
  const isOurs = url.origin === origin && (url.pathname.startsWith('/assets/') || url.pathname === '/sw.js');
  return isOurs ? url.href : null;
}

/**
 * Installs the one policy, `default`. Call first of all, before React. There is no `createScript`: text never becomes code.
 * Where the browser has no Trusted Types nothing is installed; where the policy exists already (second call), it stays.
 */
export function installTrustedTypes(): void {
  const factory = policyFactory(globalThis);
  if (factory === null) return;
  try {
    factory.createPolicy('default', {
      createHTML: allowedHtml,
      createScriptURL: (input) => allowedScriptUrl(input, location.origin),
    });
  } catch {
    // The policy is there already: it can be made once per document.
  }
}

function policyFactory(scope: object): PolicyFactory | null {
  const found: unknown = 'trustedTypes' in scope ? scope.trustedTypes : null;
  return isFactory(found) ? found : null;
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

let narrowedTo: ReadonlySet<string> | null = null;

/**
 * Narrows where this document may connect, to the portal itself, this user's plants and the map sources, for the rest of its life (security 2).
 * It cannot be widened again: called later with an origin outside, it reloads the page; the session is restored and narrowed anew.
 * @param origins checked origins (`https://host[:port]`), no paths
 * @returns false when this document is on its way out: nothing new should be begun in it
 */
export function narrowConnections(origins: readonly string[]): boolean {
  if (narrowedTo !== null) {
    // Another plant, or another user in the same document: only a new document can connect there.
    const isCovered = origins.every((origin) => narrowedTo?.has(origin) === true);
    if (!isCovered) location.reload();
    return isCovered;
  }
  narrowedTo = new Set(origins);
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = `connect-src 'self' ${[...narrowedTo].map((origin) => new URL(origin).origin).join(' ')}`.trim();
  document.head.append(meta);
  return true;
}

/** Has this document been narrowed to the plants of one person? It cannot be widened again. */
export const isNarrowed = (): boolean => narrowedTo !== null;
