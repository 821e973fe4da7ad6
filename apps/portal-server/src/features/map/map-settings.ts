import type { MapConfig, BaseMap } from '@varco/contract/portal/map-config.ts';
import type { PortalEnv } from '../../env.ts';

type MapEnv = Pick<
  PortalEnv,
  | 'VARCO_MAP_SOURCE'
  | 'VARCO_MAP_CREDIT'
  | 'VARCO_MAP_SOURCE_2'
  | 'VARCO_MAP_CREDIT_2'
  | 'VARCO_ROUTING_URL'
  | 'VARCO_ROUTING_KEY'
  | 'VARCO_MAP_ORIGINS'
>;

/** Kind of base map, recognised by the form of its address. */
function toBaseMap(url: string, credit: string, own: 'own' | 'own-plain'): BaseMap {
  if (url === '') return { kind: own, url: '', credit: '' };
  const path = url.split('?', 1)[0] ?? '';
  const kind = url.includes('{z}') ? 'raster' : path.endsWith('.pmtiles') ? 'pmtiles' : 'style';
  return { kind, url, credit };
}

/** Map configuration from the settings. */
export const buildMapConfig = (env: MapEnv): MapConfig => ({
  grounds: [
    toBaseMap(env.VARCO_MAP_SOURCE, env.VARCO_MAP_CREDIT, 'own'),
    toBaseMap(env.VARCO_MAP_SOURCE_2, env.VARCO_MAP_CREDIT_2, 'own-plain'),
  ],
  routing: env.VARCO_ROUTING_URL === '' ? null : { url: env.VARCO_ROUTING_URL, key: env.VARCO_ROUTING_KEY },
});

/** Every origin a browser must be allowed to call for maps and routing, each once. */
export const listMapOrigins = (env: MapEnv): readonly string[] => [
  ...new Set([
    ...env.VARCO_MAP_ORIGINS,
    ...[env.VARCO_MAP_SOURCE, env.VARCO_MAP_SOURCE_2, env.VARCO_ROUTING_URL]
      .filter((address) => URL.canParse(address))
      .map((address) => new URL(address).origin),
  ]),
];
