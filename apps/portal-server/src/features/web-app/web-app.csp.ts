/** Content security policy of the web app's documents and scripts (security rules, part 2). */

export interface CspOptions {
  /** Origins of the plants a browser may call; empty: every https origin. */
  readonly plantOrigins: readonly string[];
  /** Over http (demo on this machine) the plants are other ports of localhost. */
  readonly isTls: boolean;
}

function listPlantSources({ plantOrigins, isTls }: CspOptions): readonly string[] {
  if (!isTls) return ['http://localhost:*', 'http://*.localhost:*'];
  return plantOrigins.length > 0 ? plantOrigins : ['https:'];
}

/** The policy of a response. `mapOrigins`: those of base maps and routing service. */
export function buildContentPolicy(options: CspOptions, mapOrigins: readonly string[], nonce: string): string {
  const connect = ["'self'", ...listPlantSources(options), ...mapOrigins].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-uri /api/v1/csp-report',
  ].join('; ');
}

export const PERMISSIONS_POLICY =
  'camera=(), microphone=(), geolocation=(), usb=(), serial=(), bluetooth=(), payment=(), display-capture=(), ' +
  'fullscreen=(self), screen-wake-lock=(self), local-network=(self), loopback-network=(self)';
