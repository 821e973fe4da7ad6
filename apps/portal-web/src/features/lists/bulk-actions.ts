import type { WhitelistBody } from '@varco/contract/plant/whitelist.ts';
import type { insertBlacklist } from '@varco/contract/plant/blacklist.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { formatItalianDay } from '@varco/domain/blacklist/expiry.ts';
import { isListPattern } from '@varco/domain/blacklist/list-plate.ts';
import { toMilliseconds } from '../../lib/clock.ts';
import { buildEntryBody, toEntryForm } from './entry-form.ts';
import type { ListedEntry } from './merged-list.ts';

/** What is done with all chosen entries. Pure: this file decides what each entry becomes, and which are left out. */
export type BulkAction =
  | { readonly kind: 'extend'; readonly day: string }
  | { readonly kind: 'disable' }
  | { readonly kind: 'move'; readonly target: MoveTarget };

/** The blacklist of another plant, or the whitelist of the plant of each entry. */
export type MoveTarget =
  | { readonly list: 'blacklist'; readonly credentialId: string }
  | { readonly list: 'whitelist'; readonly reason: string };

/** Why an entry is not part of an action. */
export type SkipReason = 'readOnly' | 'shared' | 'reserved' | 'already' | 'pattern' | 'expired';

type EntryBody = CallInput<typeof insertBlacklist>['body'];

/** Reason why an action leaves an entry as it is; null: it applies. */
export function findSkipReason(
  { entry, credentialId }: ListedEntry,
  action: BulkAction,
  nowMs: number,
): SkipReason | null {
  if (!entry.modificabile) return 'readOnly';
  if (entry.reserved_slave && action.kind !== 'disable') return 'shared';
  if (action.kind === 'disable') return entry.abilitata ? null : 'already';
  if (action.kind === 'extend') return null;
  if (entry.reserved) return 'reserved';
  if (toMilliseconds(entry.data_scadenza) <= nowMs) return 'expired';
  if (action.target.list === 'whitelist') return isListPattern(entry.targa) ? 'pattern' : null;
  return action.target.credentialId === credentialId ? 'already' : null;
}

const toBody = ({ entry }: ListedEntry, nowMs: number, change: { expiry?: string; isEnabled?: boolean }): EntryBody => {
  const form = { ...toEntryForm(entry), ...change };
  return buildEntryBody(form, { groupId: entry.groupid, nowMs, entry });
};

/** The entry with another expiry. Extending an expired entry also enables it, because the plant had disabled it. */
export const extendEntry = (row: ListedEntry, day: string, nowMs: number): EntryBody =>
  toBody(row, nowMs, {
    expiry: formatItalianDay(day),
    ...(toMilliseconds(row.entry.data_scadenza) <= nowMs ? { isEnabled: true } : {}),
  });

export const disableEntry = (row: ListedEntry, nowMs: number): EntryBody => toBody(row, nowMs, { isEnabled: false });

/** The entry for the list of another plant: its audience group and its version belong to the plant it comes from. */
export function copyEntry(row: ListedEntry, targetGroupId: number | null, nowMs: number): EntryBody {
  const { uuid: _uuid, ver: _ver, ...body } = toBody(row, nowMs, {});
  return { ...body, groupid: body.groupid === null ? null : targetGroupId, interforze: false };
}

/** The whitelist entry that takes the place of a blacklist entry. */
export const toWhitelistEntry = ({ entry }: ListedEntry, reason: string): WhitelistBody => ({
  targa: entry.targa,
  allarmi: ['blacklist'],
  motivo: reason.trim(),
  abilitata: true,
  data_scadenza: entry.data_scadenza,
});

/** What happened with one entry. `copied`: it is in the new list and still in the old one. */
export type BulkOutcome = 'done' | 'duplicate' | 'changed' | 'denied' | 'failed' | 'copied' | SkipReason;

export interface BulkResult {
  readonly row: ListedEntry;
  readonly outcome: BulkOutcome;
}

/** Results of one plant: how many succeeded, and the entries that did not, each with its reason. */
export interface PlantResults {
  readonly credentialId: string;
  readonly peerLabel: string;
  readonly done: number;
  readonly others: readonly BulkResult[];
}

/** Groups results by plant, plants in the order of their names. */
export function groupResults(results: readonly BulkResult[]): readonly PlantResults[] {
  const byPlant = Map.groupBy(results, ({ row }) => row.credentialId);
  return [...byPlant]
    .map(([credentialId, all]) => ({
      credentialId,
      peerLabel: all[0]?.row.peerLabel ?? '',
      done: all.filter(({ outcome }) => outcome === 'done').length,
      others: all.filter(({ outcome }) => outcome !== 'done'),
    }))
    .toSorted((a, b) => a.peerLabel.localeCompare(b.peerLabel));
}
