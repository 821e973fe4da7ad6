import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { ListIndex, type IndexedEntry } from '@varco/domain/alerts/list-index.ts';
import type { StoredAlarm } from '@varco/domain/transits/transit-values.ts';
import type { ListChange, ListRow } from '../lists/lists.public.ts';
import type { RaisedAlert } from './raised-alert.ts';

interface AlarmEntry extends IndexedEntry {
  readonly list: 'blacklist' | 'figurehead';
  readonly id: number;
  readonly kind: AlertKind;
  /** Alarm value shown on the transit to everybody; null for a restricted entry, which must not show there. */
  readonly alarm: StoredAlarm | null;
}
interface WhitelistEntry extends IndexedEntry {
  readonly silences: readonly string[];
}

/** Result of matching one plate against all lists. */
export interface ListMatch {
  readonly alerts: readonly RaisedAlert[];
  /** Value of the transit's `allarme` (T 3.6). */
  readonly alarm: StoredAlarm;
  readonly isWhitelisted: boolean;
}

const NO_MATCH: ListMatch = { alerts: [], alarm: 'no', isWhitelisted: false };
const ALARM_RANK: readonly StoredAlarm[] = ['no', 'pn', 'si'];

/**
 * All lists of the plant in memory, matched by plate. The whitelist takes precedence: it suppresses alerts of the kinds it
 * names.
 */
export class ListMatcher {
  private readonly alarmIndex = new ListIndex<AlarmEntry>();
  private readonly whitelistIndex = new ListIndex<WhitelistEntry>();
  /** Index keys of the vehicles of each figurehead, by figurehead id. */
  private readonly vehicleKeys = new Map<number, readonly string[]>();

  /** Number of plates and patterns that reads are matched against. */
  get size(): number {
    return this.alarmIndex.size + this.whitelistIndex.size;
  }

  /** Adds or replaces a blacklist or whitelist entry; an inactive entry is removed. */
  put(row: ListRow): void {
    const key = `${row.list} ${row.id}`;
    if (row.list === 'figurehead') return;
    const index = row.list === 'whitelist' ? this.whitelistIndex : this.alarmIndex;
    if (!row.is_active) return index.remove(key);
    const entry = {
      key,
      text: row.text,
      isPattern: row.is_pattern,
      isApproximate: row.is_approximate,
      expiresMs: row.expires_ms,
    };
    if (row.list === 'whitelist') return this.whitelistIndex.put({ ...entry, silences: row.silences });
    const isForAll = row.kind === 'open' && row.group_id === null && !row.is_interforce;
    const kind = row.is_interforce ? 'interforze' : 'blacklist';
    return this.alarmIndex.put({ ...entry, list: 'blacklist', id: row.id, kind, alarm: isForAll ? 'si' : null });
  }

  /**
   * Replaces the vehicles of a figurehead. An empty list means that it was deleted or disabled, or that the registry knows
   * no vehicles.
   */
  putVehicles(id: number, plates: readonly string[]): void {
    for (const key of this.vehicleKeys.get(id) ?? []) this.alarmIndex.remove(key);
    this.vehicleKeys.delete(id);
    const entries = plates.map((text): AlarmEntry => {
      const key = `figurehead ${id} ${text}`;
      const rest = { isPattern: false, isApproximate: false, expiresMs: null };
      return { key, text, ...rest, list: 'figurehead', id, kind: 'prestanome', alarm: 'pn' };
    });
    for (const entry of entries) this.alarmIndex.put(entry);
    if (entries.length > 0)
      this.vehicleKeys.set(
        id,
        entries.map(({ key }) => key),
      );
  }

  /** Applies a change of the blacklist or whitelist; figureheads are updated with `putVehicles`. */
  apply({ list, id, row }: ListChange): void {
    if (row !== null) this.put(row);
    else if (list === 'whitelist') this.whitelistIndex.remove(`${list} ${id}`);
    else if (list === 'blacklist') this.alarmIndex.remove(`${list} ${id}`);
  }

  /** Kinds of alert that the whitelist suppresses for a plate. */
  findSilencedKinds(plate: string, nowMs: number): ReadonlySet<string> {
    return new Set(this.whitelistIndex.match(plate, nowMs).flatMap(({ entry }) => entry.silences));
  }

  /** Matches a plate as read against all lists at an instant. */
  match(plate: string, nowMs: number): ListMatch {
    const whitelisted = this.whitelistIndex.match(plate, nowMs);
    const matches = this.alarmIndex.match(plate, nowMs);
    if (matches.length === 0 && whitelisted.length === 0) return NO_MATCH;
    const findSilencedKinds = new Set(whitelisted.flatMap(({ entry }) => entry.silences));
    const raised = matches.filter(({ entry }) => !findSilencedKinds.has(entry.kind));
    const alarm = raised.reduce<StoredAlarm>((found, { entry, closeness }) => {
      const own = closeness === 'misread' ? 'no' : (entry.alarm ?? 'no');
      return ALARM_RANK.indexOf(own) > ALARM_RANK.indexOf(found) ? own : found;
    }, 'no');
    const alerts = raised.map(({ entry: { kind, list, id }, closeness }) => ({ kind, list, entry: id, closeness }));
    return { alerts, alarm, isWhitelisted: whitelisted.length > 0 };
  }
}
