import {
  ingestAir,
  ingestGates,
  ingestReads,
  ingestReadsWithPictures,
  type Read,
  type ReadResult,
} from '@varco/contract/plant/ingest.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PictureKind } from '@varco/server-kit/media/picture-check.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { IngestDeps } from './ingest.deps.ts';
import { toTransitKey } from './read-key.ts';
import { storeAirQuality } from './gate-air-quality.repository.ts';
import { createStoreReads } from './store-reads.ts';
import { findTransitsWithPictures } from './attach-pictures.repository.ts';
import { MultipartReader } from './receive-parts.ts';
import {
  NO_PICTURES,
  type CallPictures,
  storeValidatedReads,
  validateReads,
  type ValidatedRead,
} from './ingest-reads.ts';

const MAX_AIR_QUALITY_AHEAD_MS = 5 * 60_000;

/**
 * Receives reads of cameras (decisions, "Cameras"). Reads have no audit entries of their own, only one per key and hour:
 * the stored rows are the record, and ingest continues when the log is unavailable (security rules, part 6).
 */
export function ingestRoutes(app: PlantApp, deps: IngestDeps): void {
  const { store, pictures, ingestFacts, ingestRates, ingestTally } = deps;
  const storeBatch = createStoreReads(deps);

  /** Stores the valid reads and counts the results for the hourly entry. */
  async function storeAndCount(
    key: IngestKey,
    validated: readonly ValidatedRead[],
    from: CallPictures,
  ): Promise<ReadResult[]> {
    const results = await storeValidatedReads({ store, storeNewReads: storeBatch }, validated, from);
    ingestTally.count(key.id, results);
    return results;
  }

  async function validateCall(key: IngestKey, reads: readonly Read[], now: string): Promise<readonly ValidatedRead[]> {
    if (key.kind === 'camera') ingestRates.spend(key.id, reads.length);
    const facts = await ingestFacts.get(reads.map((read) => read.varco_id));
    return validateReads(reads, key, facts, parseInstantMs(now));
  }

  implement(app, ingestReads, async ({ body }, ctx) => {
    const validated = await validateCall(ctx.viewer.key, body.reads, ctx.now());
    return { results: await storeAndCount(ctx.viewer.key, validated, NO_PICTURES) };
  });

  implement(app, ingestReadsWithPictures, async (_input, ctx) => {
    const parts = new MultipartReader(ctx.request);
    const validated = await validateCall(ctx.viewer.key, await parts.readJsonReads(), ctx.now());
    const stored = await findReadsWithPictures(validated);
    const known = new Set(validated.flatMap(({ read }) => Object.values(read.pictures ?? {})));
    const byName = await parts.storePictures(pictures, known, selectPicturesToStore(validated, stored));
    return { results: await storeAndCount(ctx.viewer.key, validated, { byName, alreadyStored: stored }) };
  });

  /** Repeated reads whose pictures are already stored; their pictures are received and discarded. */
  async function findReadsWithPictures(validated: readonly ValidatedRead[]): Promise<ReadonlySet<Read>> {
    const named = validated.flatMap(({ read, validation }) =>
      typeof validation === 'string' || read.pictures === undefined ? [] : [{ read, key: toTransitKey(validation) }],
    );
    if (named.length === 0) return new Set();
    const found = await findTransitsWithPictures(
      store.runner,
      named.map(({ key }) => key),
    );
    return new Set(named.filter(({ key }) => found.has(`${key.id} ${key.plate}`)).map(({ read }) => read));
  }

  implement(app, ingestAir, async ({ body }, ctx) => {
    const { key } = ctx.viewer;
    const { gates } = await ingestFacts.get([]);
    const isOwn = (id: number): boolean => gates.has(id) && (key.gates === null || key.gates.includes(id));
    if (!body.misure.every(({ varco_id: id }) => isOwn(id)))
      throw new AppError('no_perms', { sub: 'gate_not_allowed' });
    // Measurements with a future time are ignored: otherwise they would block correct later ones.
    const latest = parseInstantMs(ctx.now()) + MAX_AIR_QUALITY_AHEAD_MS;
    const accepted = body.misure.filter(({ data }) => parseInstantMs(data) <= latest);
    return { salvate: await storeAirQuality(store.runner, accepted) };
  });

  implement(app, ingestGates, async (_input, { viewer: { key } }) => {
    const { settings, gates } = await ingestFacts.get([]);
    const own = [...gates.values()].filter((gate) => key.gates === null || key.gates.includes(gate.id));
    return {
      plant: { label: settings.label, code: settings.code },
      can_create_gates: key.kind === 'import' && key.gates === null,
      objects: own.map(({ id, fullname }) => ({ id, fullname })),
    };
  });
}

/** The pictures to store, by name, with their kind. */
function selectPicturesToStore(
  validated: readonly ValidatedRead[],
  stored: ReadonlySet<Read>,
): ReadonlyMap<string, PictureKind> {
  const requested = new Map<string, PictureKind>();
  for (const { read, validation } of validated) {
    if (typeof validation === 'string' || stored.has(read)) continue;
    const { full, plate, context } = read.pictures ?? {};
    if (plate !== undefined) requested.set(plate, 'plate');
    for (const name of [full, context]) if (name !== undefined) requested.set(name, 'context');
  }
  return requested;
}
