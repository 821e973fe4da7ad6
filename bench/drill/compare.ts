import { countBy } from './count-by.ts';
import type { AlertDuty, Ledger, SentEntry } from './ledger.ts';

/** What the plant shows of a round through its public calls. */
export interface Observed {
  readonly reads: readonly { readonly id: string; readonly plate: string }[];
  /** Transits whose picture was delivered. */
  readonly pictures: ReadonlySet<string>;
  readonly alerts: readonly ObservedAlert[];
  /** Note of each list entry by its plate. */
  readonly entries: ReadonlyMap<string, string>;
  /** Plates of entries whose insertion is in the consultation log. */
  readonly logged: ReadonlySet<string>;
  readonly notes: readonly { readonly text: string; readonly transit: string }[];
}

export interface ObservedAlert {
  readonly id: string;
  readonly transit: string;
  readonly verifiedAt: string | null;
  readonly outcomeAt: string | null;
}

/** `lost`: acknowledged and not there; `doubled`: there more than once; `half`: there without what belongs to it. */
export interface Loss {
  readonly what: 'read' | 'picture' | 'alert' | 'list' | 'decision' | 'note' | 'export' | 'log';
  readonly how: 'lost' | 'doubled' | 'half';
  readonly detail: string;
}

/** Compares what was acknowledged with what is there. Work without an answer may be there or not, but never half. */
export const compareRound = (ledger: Ledger, seen: Observed): readonly Loss[] => [
  ...compareReads(ledger, seen),
  ...compareAlerts(ledger, seen),
  ...[...ledger.entries.values()].flatMap((entry) => compareEntry(entry, seen)),
  ...compareDecisions(ledger, seen),
  ...compareNotes(ledger, seen),
];

function compareReads({ reads }: Ledger, seen: Observed): readonly Loss[] {
  const losses: Loss[] = [];
  const byPlate = countBy(seen.reads, ({ plate }) => plate);
  const ids = new Set(seen.reads.map(({ id }) => id));
  for (const [plate, n] of byPlate)
    if (n > 1 || !reads.has(plate)) losses.push({ what: 'read', how: 'doubled', detail: `${plate} ${n} times` });
  for (const { plate, id, hasPicture } of reads.values()) {
    if (id === null) continue;
    if (!ids.has(id)) losses.push({ what: 'read', how: 'lost', detail: `${plate} transit ${id}` });
    else if (hasPicture && !seen.pictures.has(id))
      losses.push({ what: 'picture', how: 'lost', detail: `${plate} transit ${id}` });
  }
  return losses;
}

/** Every read that is there, acknowledged or not, has exactly the alert that the lists of its time require. */
function compareAlerts({ reads }: Ledger, seen: Observed): readonly Loss[] {
  const counts = countBy(seen.alerts, ({ transit }) => transit);
  return seen.reads.flatMap(({ id, plate }): readonly Loss[] => {
    const read = reads.get(plate);
    const found = counts.get(id) ?? 0;
    const detail = `${plate} transit ${id}: ${found} alerts`;
    if (read === undefined || isWithin(read.alert, found)) return [];
    if (found > 0) return [{ what: 'alert', how: 'doubled', detail }];
    return [{ what: 'alert', how: read.id === null ? 'half' : 'lost', detail }];
  });
}

const isWithin = (duty: AlertDuty, found: number): boolean =>
  duty === 'must' ? found === 1 : duty === 'never' ? found === 0 : found <= 1;

function compareEntry({ plate, known, open }: SentEntry, { entries, logged }: Observed): readonly Loss[] {
  const found = entries.get(plate) ?? null;
  const losses: Loss[] = [];
  if (found !== known && !open.includes(found))
    losses.push({ what: 'list', how: 'lost', detail: `${plate} is ${found}, acknowledged ${known}` });
  if (found !== null && !logged.has(plate))
    losses.push({ what: 'log', how: 'half', detail: `${plate} is listed without a log entry` });
  return losses;
}

function compareDecisions({ decisions }: Ledger, { alerts }: Observed): readonly Loss[] {
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return decisions.flatMap(({ alert, kind, answer }): readonly Loss[] => {
    if (answer === null) return [];
    const found = byId.get(alert);
    const at = kind === 'verify' ? found?.verifiedAt : found?.outcomeAt;
    if (at === answer.at) return [];
    return [{ what: 'decision', how: 'lost', detail: `${kind} of alert ${alert}: ${at}, acknowledged ${answer.at}` }];
  });
}

function compareNotes({ notes }: Ledger, seen: Observed): readonly Loss[] {
  const counts = countBy(seen.notes, ({ text }) => text);
  return notes.flatMap(({ text, isAcknowledged }): readonly Loss[] => {
    const found = counts.get(text) ?? 0;
    if (found === 1 || (found === 0 && !isAcknowledged)) return [];
    return [{ what: 'note', how: found === 0 ? 'lost' : 'doubled', detail: `${text} ${found} times` }];
  });
}
