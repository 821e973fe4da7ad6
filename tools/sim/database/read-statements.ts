import { READ_COLUMNS } from '../../../apps/plant-server/src/features/ingest/read-columns.ts';
import type { AlertRow } from '../../../apps/plant-server/src/features/alerts/alert.repository.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { SimDatabase } from './sim-database.ts';

const columnOf = (name: string): number => READ_COLUMNS.findIndex((column) => column.name === name);
const COLUMNS = { id: columnOf('id'), ts: columnOf('ts'), gate: columnOf('gate'), plate: columnOf('plate') } as const;
const ALARM = columnOf('alarm');

type Values = readonly (readonly (string | number)[])[];

/** Statements that store reads. */
export function runReadStatement(
  database: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
): readonly object[] | null {
  if (name.startsWith('insert-reads')) return insertReads(database, values as Values, name.endsWith('-alerts'));
  if (name === 'ensure-months') return [];
  if (name === 'codes')
    return [...database.tables.codes].map(([key, code]) => {
      const [kind, value] = key.split('\n');
      return { kind, code, value };
    });
  if (text.startsWith('insert into code_value')) {
    const key = values.join('\n');
    const { codes } = database.tables;
    if (!codes.has(key)) codes.set(key, codes.size + 1);
    return [];
  }
  if (text.startsWith('select kind, code, value from code_value')) {
    const code = database.tables.codes.get(values.join('\n'));
    return code === undefined ? [] : [{ kind: values[0], code, value: values[1] }];
  }
  return null;
}

/** `on conflict do nothing`: a row is stored once, and only alerts of stored rows are raised. */
function insertReads(database: SimDatabase, values: Values, hasAlerts: boolean): readonly object[] {
  const { transits } = database.tables;
  const stored: { id: string; plate: string }[] = [];
  const at = (column: number, row: number): string | number => values[column]?.[row] ?? '';
  for (const row of values[COLUMNS.id]?.keys() ?? []) {
    const [id, plate] = [String(at(COLUMNS.id, row)), String(at(COLUMNS.plate, row))];
    const key = `${id} ${plate}`;
    if (transits.has(key)) continue;
    const gate = Number(at(COLUMNS.gate, row));
    transits.set(key, {
      ...{ id: BigInt(id), plate, gate },
      atMs: Date.parse(String(at(COLUMNS.ts, row))),
      alarm: Number(at(ALARM, row)),
    });
    database.tables.transitIds.add(id);
    stored.push({ id, plate });
  }
  if (hasAlerts) raiseAlerts(database, values.slice(READ_COLUMNS.length), new Set(stored.map((one) => one.id)));
  return stored;
}

function raiseAlerts(database: SimDatabase, columns: Values, storedIds: ReadonlySet<string>): void {
  const { alerts, transits } = database.tables;
  for (const index of columns[0]?.keys() ?? []) {
    const [plate, transit, kind, priority, list, entry, closeness] = columns.map((column) => column[index] ?? '');
    const read = transits.get(`${transit} ${plate}`);
    if (read === undefined || !storedIds.has(String(transit))) continue;
    const id = String(alerts.size + 1);
    const raisedAt = toIsoInstant(database.node.clock.wallMs(database.scheduler.nowMs));
    const row: Partial<AlertRow> = {
      ...{ id, seq: null, version: 1, kind: kind as AlertRow['kind'], priority: priority as AlertRow['priority'] },
      ...{ plate: read.plate, ts: toIsoInstant(read.atMs), transit: String(transit), gate: read.gate },
      ...{ list: list as AlertRow['list'], entry: Number(entry), closeness: closeness as AlertRow['closeness'] },
      ...{ entry_facts: {}, only_group: null, only_user: null, is_interforce: false, raised_at: raisedAt },
      ...{ owner: null, owner_name: '', taken_at: null, escalated_at: null, escalation: 0, verified_by: '' },
      ...{ verified_at: null, sent_to: '', sent_by: '', sent_at: null, outcome: null, outcome_note: '' },
      ...{ outcome_by: '', outcome_at: null, nation: 0, brand: 0, model: 0, colour: 0, vclass: 0, flags: 0 },
      vehicle: null,
    };
    alerts.set(id, row as AlertRow);
  }
}
