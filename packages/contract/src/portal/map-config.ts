import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * One style of the base map. `own`: the map shipped with the portal, full or plain; otherwise an address: of a style
 * (JSON), of a PMTiles archive with the same layers, or of raster tiles with `{z}/{x}/{y}`.
 */
export const BaseMap = z
  .object({
    kind: z.enum(['own', 'own-plain', 'style', 'pmtiles', 'raster']),
    /** Absolute, or a path of the portal; empty for the shipped map. */
    url: z.string().max(500),
    /** Attribution shown on the map; empty for the shipped map. */
    credit: z.string().max(200),
  })
  .meta({ id: 'MapGround' });
export type BaseMap = z.infer<typeof BaseMap>;

export const MapConfig = z
  .object({
    /** Two styles between which a person can switch. */
    grounds: z.array(BaseMap).length(2),
    /** PMTiles archive of streets, laid over the shipped map; null: none. */
    streets: z.object({ url: z.string().max(500), credit: z.string().max(200) }).nullable(),
    /** Null: no routing service; links are drawn as arcs. */
    routing: z.object({ url: z.string().max(500), key: z.string().max(200) }).nullable(),
  })
  .meta({ id: 'MapConfig' });
export type MapConfig = z.infer<typeof MapConfig>;

export const mapConfig = endpoint({
  id: 'mapConfig',
  method: 'GET',
  path: '/api/v1/map/config',
  summary: 'Configured base maps and routing service',
  response: MapConfig,
  errors: ['invalid_token', 'unavailable'],
  access: { who: 'portal-user', rule: 'ready' },
  audit: null,
  limit: 'read',
});
