import type { MapConfig, BaseMap } from '@varco/contract/portal/map-config.ts';
import type { MapSettings } from '@varco/contract/portal/settings.ts';

/** Kind of base map, recognised by the form of its address. */
function toBaseMap(url: string, credit: string, own: 'own' | 'own-plain'): BaseMap {
  if (url === '') return { kind: own, url: '', credit: '' };
  const path = url.split('?', 1)[0] ?? '';
  const kind = url.includes('{z}') ? 'raster' : path.endsWith('.pmtiles') ? 'pmtiles' : 'style';
  return { kind, url, credit };
}

/** Attribution that the data of OpenStreetMap ask for. */
const OSM_CREDIT = '© OpenStreetMap contributors';

/** Map configuration from the settings. */
export const buildMapConfig = (maps: MapSettings): MapConfig => ({
  grounds: [toBaseMap(maps.source, maps.credit, 'own'), toBaseMap(maps.source_2, maps.credit_2, 'own-plain')],
  streets:
    maps.streets === ''
      ? null
      : { url: maps.streets, credit: maps.streets_credit === '' ? OSM_CREDIT : maps.streets_credit },
  routing: maps.routing_url === '' ? null : { url: maps.routing_url, key: maps.routing_key },
});

/** Every origin a browser must be allowed to call for maps and routing, each once. */
export const listMapOrigins = (maps: MapSettings): readonly string[] => [
  ...new Set([
    ...maps.origins,
    ...[maps.source, maps.source_2, maps.streets, maps.routing_url]
      .filter((address) => URL.canParse(address))
      .map((address) => new URL(address).origin),
  ]),
];
