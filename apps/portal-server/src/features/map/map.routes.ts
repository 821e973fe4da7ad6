import { mapConfig } from '@varco/contract/portal/map-config.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { buildMapConfig } from './map-settings.ts';

/** Configured base maps and routing service (P 7). The browser calls both itself. */
export function mapRoutes(app: PortalApp, { settings }: Pick<PortalDeps, 'settings'>): void {
  implement(app, mapConfig, () => buildMapConfig(settings.current().maps));
}
