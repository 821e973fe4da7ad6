import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * One look of the ground. `own`: the map the portal ships, whole or plain; else an address: of a style (JSON), of a PMTiles archive with the layers
 * of ours, or of raster tiles with `{z}/{x}/{y}`.
 */
export const MapGround = z
  .object({
    kind: z.enum(['own', 'own-plain', 'style', 'pmtiles', 'raster']),
    /** Absolute, or a path of the portal; empty for our own. */
    url: z.string().max(500),
    /** Who is to be credited, shown on the map; empty for our own. */
    credit: z.string().max(200),
  })
  .meta({ id: 'MapGround' });
export type MapGround = z.infer<typeof MapGround>;

export const MapConfig = z
  .object({
    /** Two, between which a person switches. */
    grounds: z.array(MapGround).length(2),
    /** Null: nobody knows the roads, links are drawn as arcs. */
    routing: z.object({ url: z.string().max(500), key: z.string().max(200) }).nullable(),
  })
  .meta({ id: 'MapConfig' });
export type MapConfig = z.infer<typeof MapConfig>;

export const mapConfig = endpoint({
  id: 'mapConfig',
  method: 'GET',
  path: '/api/v1/map/config',
  summary: 'Ground of the maps and routing service, as configured',
  response: MapConfig,
  errors: ['invalid_token', 'unavailable'],
  access: { who: 'portal-user', rule: 'ready' },
  audit: null,
  limit: 'read',
});
