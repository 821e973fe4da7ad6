import { NOW, PASSWORD } from '@varco/plant-server/testing/test-plant.ts';
import { buildProof } from '@varco/portal-server/testing/test-portal.ts';
import { PASSWORD as PORTAL_PASSWORD } from '@varco/portal-server/testing/test-people.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import type { Rng } from '@varco/sim/random.ts';
import type { ServerName } from './attack-request.ts';
import { DECOYS } from './decoy-plates.ts';
import type { SuggestValue } from './generate-value.ts';
import { PLANT_USERNAMES } from './plant-world.ts';
import type { SeededTransit } from './seeded-transits.ts';

const MAX_RETAINED = 300;

/** Values seen in answers, so that later calls name things that exist, also those of others. */
export class KnownValues {
  readonly #uuids: string[] = [];
  readonly #tickets: string[] = [];
  /** Ids by the path of what they name. */
  readonly #ids = new Map<string, string[]>();

  /** Keeps ids and tickets of a JSON answer to a call of this path. */
  harvest(path: string, text: string): void {
    const ids = this.#ids.get(familyOf(path)) ?? [];
    this.#ids.set(familyOf(path), ids);
    for (const [, value] of text.matchAll(/"(?:id|guid|export_guid)":"?([\w-]{1,40})"?/g))
      if (value !== undefined) keep(ids, value);
    for (const [value] of text.matchAll(/"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g))
      keep(this.#uuids, value.slice(1, -1));
    for (const [value] of text.matchAll(/m1\.[\w-]+\.[\w-]+/g)) keep(this.#tickets, value);
  }

  /** Id of something that calls of this path name. */
  id(path: string, isNumber: boolean, rng: Rng): string | undefined {
    const ids = (this.#ids.get(familyOf(path)) ?? []).filter((id) => /^\d+$/.test(id) === isNumber);
    return ids.length === 0 ? undefined : rng.pick(ids);
  }

  uuid(rng: Rng): string | undefined {
    return this.#uuids.length === 0 ? undefined : rng.pick(this.#uuids);
  }

  ticket(rng: Rng): string | undefined {
    return this.#tickets.length === 0 ? undefined : rng.pick(this.#tickets);
  }
}

/** The collection in front of the first parameter, without the names of its searches. */
const familyOf = (path: string): string =>
  (path.split('/:', 1)[0] ?? '').replace(/\/(?:search|list|own|delegation|estimate)$/, '').replace(/\/$/, '');

function keep(list: string[], value: string): void {
  if (list.length < MAX_RETAINED) list.push(value);
  else list[value.charCodeAt(0) % MAX_RETAINED] = value;
}

const PATTERNS = ['*', 'Z*', 'ZA1*', '={*}', '*QT', 'ZB1*', '*0*'];
const PORTAL_USERNAMES = ['anna', 'bruno', 'carla', 'dario', 'elena', 'fabio', 'nessuno'];

/** Calls that only look for transits: what is sent to them is not stored where others read it. */
const LOOKS = /\/lpr|platepartners|gate_to_gate|statistics|charts|related_events|destinations/;
const HOUR_MS = 3_600_000;
const AGES_H = [0.1, 0.5, 1, 4, 24, 24 * 9, 24 * 12, 24 * 89, 24 * 120];

/** Prefix of the names of parameters in the path. */
export const PATH_FIELD = 'path:';

interface SuggestOptions {
  readonly server: ServerName;
  readonly endpoint: Endpoint;
  readonly transits: readonly SeededTransit[];
  readonly known: KnownValues;
  readonly rng: Rng;
}

/** What a field of this name most likely holds in the attacked world. */
export function createSuggestions({ server, endpoint, transits, known, rng }: SuggestOptions): SuggestValue {
  const isLooking = LOOKS.test(endpoint.path) && endpoint.id !== 'correctPlate';
  const ids = transits.filter(({ exposure }) => exposure === 'id').map(({ id }) => id);
  const plates = transits.filter(({ exposure }) => exposure === 'plate').map(({ plate }) => plate);
  const suggestPlate = (): string => {
    if (!isLooking) return rng.pick(DECOYS);
    return rng.chance(0.5) ? rng.pick(plates) : rng.pick(PATTERNS);
  };
  const suggestText = (name: string): string | undefined => {
    if (/targa|plate|plates/i.test(name)) return suggestPlate();
    if (name === 'username') return rng.pick(server === 'portal' ? PORTAL_USERNAMES : PLANT_USERNAMES);
    if (/password|proof/.test(name) && !/new|encryption/.test(name))
      return server === 'portal' ? buildProof(rng.chance(0.5) ? PORTAL_PASSWORD : 'sbagliata') : PASSWORD;
    if (/ticket|jwt/.test(name)) return known.ticket(rng);
    if (/^(?:email|mittente|indirizzo)$/.test(name)) return `prova${rng.int(50)}@gdf.it`;
    if (/^(?:reti|cidr)$/.test(name)) return '203.0.113.0/24';
    if (/frontend_url/.test(name)) return 'https://portal.example';
    if (/plant_url/.test(name)) return 'http://localhost:18700';
    if (/url|destination|endpoint/.test(name))
      return rng.pick(['https://portal.example', 'http://169.254.169.254/', 'http://[::ffff:a9fe:a9fe]/']);
    return undefined;
  };
  return (name, schema) => {
    const pattern = String(schema['pattern'] ?? '');
    const isTransitId = String(schema['x-name'] ?? '').endsWith('TransitIdInput') || pattern === '^\\d{1,19}$';
    if (isTransitId) return ids.length === 0 ? undefined : rng.pick(ids);
    if (name.startsWith(PATH_FIELD)) {
      const isNumber = schema['type'] === 'integer';
      const own = suggestSparedId(endpoint, rng);
      if (own !== undefined) return own;
      const found = rng.chance(0.8) ? known.id(endpoint.path, isNumber, rng) : undefined;
      if (found !== undefined) return found;
    }
    if (schema['format'] === 'uuid') return known.uuid(rng);
    if (schema['format'] === 'date-time') return suggestInstant(name, rng);
    if (schema['format'] === 'date') return rng.pick(['2026-11-20', '2026-11-19', '2026-08-25', '2026-12-01']);
    if (schema['type'] === 'string') return suggestText(name);
    const isNumber = schema['type'] === 'integer' || schema['type'] === 'number' || Array.isArray(schema['anyOf']);
    if (isNumber && /^(?:ver|rev)$/.test(name)) return 1;
    if (isNumber && /varc|gate/i.test(name)) return 1 + rng.int(5);
    if (isNumber && /(?:^|_|:)id$|owner|user|group/i.test(name)) return 1 + rng.int(26);
    return undefined;
  };
}

/**
 * Ids of people and groups: when something is changed mostly none of the seed's, because who is deleted or loses the
 * group's level cannot attack any more; on the portal mostly one of those who call, because people change themselves.
 */
function suggestSparedId(endpoint: Endpoint, rng: Rng): number | undefined {
  if (endpoint.path.startsWith('/api/v1/user/')) return rng.chance(0.7) ? 1 + rng.int(9) : undefined;
  if (endpoint.method === 'GET' || rng.chance(0.1)) return undefined;
  if (endpoint.path.startsWith('/api/users/')) return 27 + rng.int(20);
  return endpoint.path.startsWith('/api/groups/') ? 5 + rng.int(10) : undefined;
}

function suggestInstant(name: string, rng: Rng): string {
  const now = Date.parse(NOW);
  const isEnd = /end|^al$|_to$|to$|until|expires/i.test(name);
  return new Date(now - (isEnd ? 0 : rng.pick(AGES_H) * HOUR_MS)).toISOString();
}
