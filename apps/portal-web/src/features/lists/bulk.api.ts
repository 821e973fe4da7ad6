import * as api from '@varco/contract/plant/blacklist.ts';
import { insertWhitelist } from '@varco/contract/plant/whitelist.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { nowMs } from '../../lib/clock.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import {
  type BulkAction,
  type BulkOutcome,
  type BulkResult,
  copyEntry,
  disableEntry,
  extendEntry,
  findSkipReason,
  type MoveTarget,
  toWhitelistEntry,
} from './bulk-actions.ts';
import type { ListedEntry } from './merged-list.ts';

/** Calls at the same time, so that one action does not fill the queue of a plant. */
const MAX_CONCURRENT_CALLS = 4;

/** Group of the user on a plant; null: none. */
export type GroupLookup = (credentialId: string) => number | null;

/**
 * Applies an action to entries of any plants. Each entry is a call of its own: a plant that fails or refuses one does not
 * hold back the others. @param onProgress number of entries that are done with
 */
export async function runBulkAction(
  rows: readonly ListedEntry[],
  action: BulkAction,
  getGroupId: GroupLookup,
  onProgress: (done: number) => void,
): Promise<readonly BulkResult[]> {
  const outcomes = new Map<ListedEntry, BulkOutcome>();
  const waiting = rows.values();
  const work = async (): Promise<void> => {
    for (const row of waiting) {
      outcomes.set(row, await applyTo(row, action, getGroupId));
      onProgress(outcomes.size);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, work));
  return rows.map((row) => ({ row, outcome: outcomes.get(row) ?? 'failed' }));
}

async function applyTo(row: ListedEntry, action: BulkAction, getGroupId: GroupLookup): Promise<BulkOutcome> {
  const now = nowMs();
  const skipped = findSkipReason(row, action, now);
  if (skipped !== null) return skipped;
  if (action.kind === 'extend') return change(row, extendEntry(row, action.day, now));
  if (action.kind === 'disable') return change(row, disableEntry(row, now));
  return move(row, action.target, getGroupId, now);
}

const change = (row: ListedEntry, body: ReturnType<typeof disableEntry>): Promise<BulkOutcome> =>
  toOutcome(() => callPlant(row.credentialId, api.updateBlacklist, { params: { id: row.entry.id }, body }));

/** Inserts first, so that a failure never leaves a plate in no list. */
async function move(row: ListedEntry, target: MoveTarget, getGroupId: GroupLookup, now: number): Promise<BulkOutcome> {
  const inserted = await toOutcome(() =>
    target.list === 'whitelist'
      ? callPlant(row.credentialId, insertWhitelist, { body: toWhitelistEntry(row, target.reason) })
      : callPlant(target.credentialId, api.insertBlacklist, {
          body: copyEntry(row, getGroupId(target.credentialId), now),
        }),
  );
  if (inserted !== 'done') return inserted;
  const removed = await toOutcome(() =>
    callPlant(row.credentialId, api.deleteBlacklist, { params: { id: row.entry.id } }),
  );
  return removed === 'done' ? 'done' : 'copied';
}

async function toOutcome(work: () => Promise<unknown>): Promise<BulkOutcome> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'duplicate' || error.subCode === 'blacklist_exists') return 'duplicate';
    if (error.code === 'conflict' || error.code === 'not_found') return 'changed';
    return error.code === 'no_perms' ? 'denied' : 'failed';
  }
}
