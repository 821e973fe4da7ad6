import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { ListIndex, type IndexedEntry } from '@varco/domain/alerts/list-index.ts';
import type { StoredAlarm } from '@varco/domain/transits/transit-values.ts';
import type { ListChange, ListRow } from '../lists/lists.public.ts';
import type { RaisedAlert } from './raised-alert.ts';

interface AlarmEntry extends IndexedEntry {
  readonly list: 'blacklist' | 'figurehead';
  readonly id: number;
  readonly kind: AlertKind;
  /** What everybody may read on the transit; an entry for a few leaves no mark there. */
  readonly alarm: StoredAlarm | null;
}
interface SilentEntry extends IndexedEntry {
  readonly silences: readonly string[];
}

/** What the lists say of a plate. */
export interface Verdict {
  readonly alerts: readonly RaisedAlert[];
  /** Value of the transit's `allarme` (T 3.6). */
  readonly alarm: StoredAlarm;
  readonly isWhitelisted: boolean;
}

const NOTHING: Verdict = { alerts: [], alarm: 'no', isWhitelisted: false };
const RANK: readonly StoredAlarm[] = ['no', 'pn', 'si'];

/** Every list of the plant in memory, and what it says of a plate. The whitelist has the first word. */
export class ListMatcher {
  private readonly alarming = new ListIndex<AlarmEntry>();
  private readonly silent = new ListIndex<SilentEntry>();
  /** Keys of a figurehead's vehicles, by its id. */
  private readonly vehicles = new Map<number, readonly string[]>();

  /** Plates and patterns held against reads. */
  get size(): number {
    return this.alarming.size + this.silent.size;
  }

  /** Takes entries of the blacklist and the whitelist as they are now; inactive ones go. */
  put(row: ListRow): void {
    const key = `${row.list} ${row.id}`;
    if (row.list === 'figurehead') return;
    const index = row.list === 'whitelist' ? this.silent : this.alarming;
    if (!row.is_active) return index.remove(key);
    const entry = {
      key,
      text: row.text,
      isPattern: row.is_pattern,
      isApproximate: row.is_approximate,
      expiresMs: row.expires_ms,
    };
    if (row.list === 'whitelist') return this.silent.put({ ...entry, silences: row.silences });
    const isForAll = row.kind === 'open' && row.group_id === null && !row.is_interforce;
    const kind = row.is_interforce ? 'interforze' : 'blacklist';
    return this.alarming.put({ ...entry, list: 'blacklist', id: row.id, kind, alarm: isForAll ? 'si' : null });
  }

  /** Takes the vehicles of a figurehead; none: it is gone, switched off, or the registry knows none. */
  putVehicles(id: number, plates: readonly string[]): void {
    for (const key of this.vehicles.get(id) ?? []) this.alarming.remove(key);
    this.vehicles.delete(id);
    const entries = plates.map((text): AlarmEntry => {
      const key = `figurehead ${id} ${text}`;
      const rest = { isPattern: false, isApproximate: false, expiresMs: null };
      return { key, text, ...rest, list: 'figurehead', id, kind: 'prestanome', alarm: 'pn' };
    });
    for (const entry of entries) this.alarming.put(entry);
    if (entries.length > 0)
      this.vehicles.set(
        id,
        entries.map(({ key }) => key),
      );
  }

  /** Takes a change of blacklist or whitelist; figureheads come by `putVehicles`. */
  apply({ list, id, row }: ListChange): void {
    if (row !== null) this.put(row);
    else if (list === 'whitelist') this.silent.remove(`${list} ${id}`);
    else if (list === 'blacklist') this.alarming.remove(`${list} ${id}`);
  }

  /** Alerts the whitelist keeps quiet for a plate. */
  silenced(plate: string, nowMs: number): ReadonlySet<string> {
    return new Set(this.silent.match(plate, nowMs).flatMap(({ entry }) => entry.silences));
  }

  /** What the lists say of a plate as read, at an instant. */
  match(plate: string, nowMs: number): Verdict {
    const white = this.silent.match(plate, nowMs);
    const hits = this.alarming.match(plate, nowMs);
    if (hits.length === 0 && white.length === 0) return NOTHING;
    const quiet = new Set(white.flatMap(({ entry }) => entry.silences));
    const loud = hits.filter(({ entry }) => !quiet.has(entry.kind));
    const alarm = loud.reduce<StoredAlarm>((found, { entry, closeness }) => {
      const own = closeness === 'misread' ? 'no' : (entry.alarm ?? 'no');
      return RANK.indexOf(own) > RANK.indexOf(found) ? own : found;
    }, 'no');
    const alerts = loud.map(({ entry: { kind, list, id }, closeness }) => ({ kind, list, entry: id, closeness }));
    return { alerts, alarm, isWhitelisted: white.length > 0 };
  }
}
