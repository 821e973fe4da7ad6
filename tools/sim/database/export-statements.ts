import type { ExportRow, PartRow } from '../../../apps/portal-server/src/features/exports/exports.repository.ts';
import { runBuiltStatement } from './built-statement.ts';
import type { PlantExportRow, SimDatabase } from './sim-database.ts';

const OPEN_AT_PLANT = new Set<string>(['waiting', 'building', 'sending']);
const OPEN_PARTS = new Set<string>(['waiting', 'starting', 'running']);

/** Statements of exports: of the portal, which a query builder makes, and of the plants. */
export function runExportStatement(
  database: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
): readonly object[] | null {
  return runPortalStatement(database, text, values) ?? runPlantStatement(database, name, text, values);
}

function runPortalStatement(database: SimDatabase, text: string, values: readonly unknown[]): readonly object[] | null {
  const { exports, exportParts } = database.tables;
  if (text.includes('update export_part set tries = tries + 1')) return reserveDueParts(database, values);
  if (text.includes("update export_job set state = 'closing'")) return reserveEnded(database, values);
  const byName = new Map<string, Map<string, object>>([
    ['export_job', exports],
    ['export_part', exportParts],
  ]);
  const tables = {
    table: (table: string) => byName.get(table) as Map<string, Readonly<Record<string, unknown>>> | undefined,
    write: (change: () => void) => database.write(change),
  };
  return runBuiltStatement(tables, text, values);
}

/** `update … for update skip locked`: the parts whose plant is due to be called. */
function reserveDueParts(database: SimDatabase, values: readonly unknown[]): readonly PartRow[] {
  const { exports, exportParts } = database.tables;
  const [until, now, most] = values;
  const due = [...exportParts].filter(([, part]) => {
    const job = exports.get(part.guid);
    return (
      OPEN_PARTS.has(part.state) &&
      part.next_try_at <= String(now) &&
      job?.state === 'asking' &&
      job.cancelled_at === null
    );
  });
  return due.slice(0, Number(most)).map(([key, part]) => {
    const row = { ...part, tries: part.tries + 1, next_try_at: String(until) };
    database.write(() => void exportParts.set(key, row));
    return row;
  });
}

/** The next export of which no part is open and no plant is still to be told. */
function reserveEnded(database: SimDatabase, values: readonly unknown[]): readonly { readonly guid: string }[] {
  const { exports, exportParts } = database.tables;
  const [until, now] = values;
  const isReady = ({ guid, state, closing_until: closing, direct_file: direct }: ExportRow): boolean =>
    (state === 'asking' || (state === 'closing' && (closing ?? '') <= String(now))) &&
    direct === null &&
    ![...exportParts.values()].some(
      (part) => part.guid === guid && (OPEN_PARTS.has(part.state) || (part.state === 'cancelled' && !part.is_told)),
    );
  const ready = [...exports.values()].find(isReady);
  if (ready === undefined) return [];
  const { guid } = ready;
  database.write(() => void exports.set(guid, { ...ready, state: 'closing', closing_until: String(until) }));
  return [{ guid }];
}

function runPlantStatement(
  database: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
): readonly object[] | null {
  const { plantExports } = database.tables;
  const change = (
    isMeant: (row: PlantExportRow) => boolean,
    to: (row: PlantExportRow) => Partial<PlantExportRow>,
  ): readonly PlantExportRow[] => {
    const row = plantExports.get(String(values[0]));
    if (row === undefined || !isMeant(row)) return [];
    const changed = { ...row, ...to(row) };
    plantExports.set(row.id, changed);
    return [changed];
  };
  const [, second, third] = values;
  const now = String(third);
  if (name === 'settings') return [{ uuid: database.node.name, reasons: [] }];
  if (name === 'export-job') return [plantExports.get(String(values[0]))].filter((row) => row !== undefined);
  if (name === 'export-claim')
    return change(
      ({ state }) => OPEN_AT_PLANT.has(state),
      (row) => ({
        ...{ lease: String(second), started_at: row.started_at ?? now, as_of: row.as_of ?? now, updated_at: now },
        state: row.state === 'waiting' ? 'building' : row.state,
      }),
    );
  if (text.startsWith("update export_job set state = 'waiting'"))
    return change(
      ({ state }) => state === 'delegated',
      () => ({ state: 'waiting', destination: String(third) }),
    );
  if (text.startsWith('update export_job set updated_at = $3')) {
    const sets = [...text.matchAll(/(\w+) = \$(\d+)(?=,|\s+where)/g)].filter(([, , number]) => Number(number) > 2);
    return change(
      ({ lease, state }) => lease === second && (state === 'building' || state === 'sending'),
      () => Object.fromEntries(sets.map(([, column = '', number]) => [column, values[Number(number) - 1]])),
    );
  }
  if (text.startsWith("update export_job set state = 'cancelled', ended_at = $2, updated_at = $2, password"))
    return change(
      ({ state }) => state === 'delegated' || state === 'ready' || OPEN_AT_PLANT.has(state),
      () => ({ state: 'cancelled', ended_at: String(second), updated_at: String(second), lease: null }),
    );
  return null;
}
