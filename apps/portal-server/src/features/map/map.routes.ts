import { mapConfig } from '@varco/contract/portal/map-config.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';

/** Which ground the maps stand on and who knows the roads (P 7). The browser asks both itself. */
export function mapRoutes(app: PortalApp, { maps }: PortalDeps): void {
  implement(app, mapConfig, () => maps);
}
