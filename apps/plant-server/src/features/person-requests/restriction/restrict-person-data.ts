import { randomUUID } from 'node:crypto';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import { takeChosenTransits, takeChosenUnread, type TakenTransit } from '../../retention/retention.public.ts';
import type { PersonData } from '../find-person-data.ts';
import type { PersonTransitRow } from '../person-data.repository.ts';
import type { PersonRequestsDeps } from '../person-requests.deps.ts';
import { findRequest, insertBatch, lockRequest } from '../person-requests.repository.ts';
import {
  insertRestricted,
  readPictureNames,
  type RestrictedPictureRow,
  type RestrictedRow,
} from './restricted.repository.ts';
import { readPictureHashes, RESTRICTED_PICTURES, sealPicture, sealTransit } from './seal-restricted.ts';

/** Few, because the pictures of a batch are in memory and in its transaction. */
const ROWS_PER_BATCH = 50;

type Needs = Pick<PersonRequestsDeps, 'pool' | 'store' | 'key' | 'pictures'>;
/** Bytes of pictures by their hash; null: the file is missing. */
type PictureFiles = Map<string, Buffer | null>;

/**
 * Takes the transits of a request out of the tables, as an erasure deletes them, and stores them sealed in the same transaction; those
 * under a legal hold stay. Interrupted, it leaves whole batches restricted, each with its number, and can be repeated.
 */
export async function restrictPersonData(
  needs: Needs,
  request: string,
  { scope, rows }: Pick<PersonData, 'scope' | 'rows'>,
  signal: AbortSignal,
): Promise<void> {
  const range = { fromMs: scope.fromMs, beforeMs: scope.toMs };
  for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
    signal.throwIfAborted();
    const batch = rows.slice(at, at + ROWS_PER_BATCH);
    const files = await readFiles(needs, batch);
    const steps = {
      check: (runner: Runner) => checkRestrictable(runner, request),
      store: (runner: Runner, taken: readonly TakenTransit[]) => storeBatch(needs, runner, request, { taken, files }),
    };
    const withPlate = batch.filter(({ plate }) => plate !== '');
    const without = batch.filter(({ plate }) => plate === '').map(({ id }) => id);
    const plates = [...new Set(withPlate.map(({ plate }) => plate))];
    if (withPlate.length > 0)
      await takeChosenTransits(needs.pool, { ...range, plates, ids: withPlate.map(({ id }) => id) }, steps);
    if (without.length > 0) await takeChosenUnread(needs.pool, { ...range, ids: without }, steps);
  }
}

/** Holds the request until the batch is stored. Throws `conflict` once it was closed or the restriction is being ended. */
async function checkRestrictable(runner: Runner, request: string): Promise<void> {
  await lockRequest(runner, request);
  const row = await findRequest(runner, request);
  if (row === null || row.state !== null || row.restriction_at !== null || row.notice_at !== null)
    throw new AppError('conflict');
}

/** Reads the files before the transaction, so that it does not wait for the disk while ingest waits for it. */
async function readFiles({ store, pictures }: Needs, batch: readonly PersonTransitRow[]): Promise<PictureFiles> {
  const plates = [...new Set(batch.map(({ plate }) => plate))];
  const hashes = await readPictureNames(
    store.runner,
    plates,
    batch.map(({ id }) => id),
  );
  const files: PictureFiles = new Map();
  for (const hash of hashes) files.set(hash, await pictures.readOriginal(hash));
  return files;
}

async function storeBatch(
  { key, pictures }: Needs,
  runner: Runner,
  request: string,
  { taken, files }: { readonly taken: readonly TakenTransit[]; readonly files: PictureFiles },
): Promise<void> {
  const rows: RestrictedRow[] = [];
  const sealed: RestrictedPictureRow[] = [];
  for (const transit of taken) {
    const id = randomUUID();
    rows.push({ id, ts: transit.ts, sealed: sealTransit(key, id, transit) });
    const hashes = readPictureHashes(transit);
    for (const kind of RESTRICTED_PICTURES) {
      const hash = hashes[kind];
      if (hash === '') continue;
      // One that was attached since the files were read.
      const bytes = files.has(hash) ? files.get(hash) : await pictures.readOriginal(hash);
      sealed.push({ transit: id, kind, ts: transit.ts, sealed: sealPicture(key, id, kind, bytes ?? Buffer.alloc(0)) });
    }
  }
  await insertRestricted(runner, request, rows, sealed);
  await insertBatch(runner, request, 'restriction', taken.length);
}
