import type { SimDatabase, Tables } from './sim-database.ts';

/** Statements of the transparency log and its witnesses. */
export function runLogStatement(
  database: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
): readonly object[] | null {
  const { tables } = database;
  if (name === 'tlog-entries')
    return tables.leaves.slice(Number(values[1]), Number(values[2])).map((hash) => ({ hash }));
  if (text.startsWith('select l.epoch, l.origin')) return readCheckpoint(tables);
  if (text.startsWith('insert into audit_cosignature')) {
    const [, size, witness, line] = values;
    const key = `${String(size)} ${String(witness)}`;
    if (!tables.cosignatures.has(key))
      tables.cosignatures.set(key, { size: Number(size), witness: String(witness), line: String(line) });
    return [];
  }
  return runWitnessStatement(database, text, values) ?? runLogWitnessStatement(tables, text, values);
}

function readCheckpoint({ checkpoint, cosignatures }: Tables): readonly object[] {
  if (checkpoint === null) return [];
  const lines = [...cosignatures.values()].filter(({ size }) => size === checkpoint.size);
  return [{ epoch: 1, ...checkpoint, size: String(checkpoint.size), lines }];
}

/** The logs this server cosigns. */
function runWitnessStatement(
  database: SimDatabase,
  text: string,
  values: readonly unknown[],
): readonly object[] | null {
  const { tables } = database;
  const origin = String(values[0]);
  const row = tables.witnessed.get(origin);
  if (text.startsWith('select origin, owner, vkeys, size, root from witnessed_log'))
    return row === undefined ? [] : [{ ...row, size: String(row.size) }];
  if (text.startsWith('update witnessed_log set size')) {
    const [, size, root, note] = values;
    const to = { size: Number(size), root: root as Buffer, note: String(note), refusedCode: null };
    if (row !== undefined) database.write(() => tables.witnessed.set(origin, { ...row, ...to }));
    return [];
  }
  if (text.startsWith('update witnessed_log set refused_at')) {
    if (row !== undefined) database.write(() => tables.witnessed.set(origin, { ...row, refusedCode: 'fork' }));
    return [];
  }
  return null;
}

/** The witnesses of this server's own log. */
function runLogWitnessStatement(tables: Tables, text: string, values: readonly unknown[]): readonly object[] | null {
  const { logWitnesses } = tables;
  if (text.startsWith('select name, vkey, url, origin'))
    return [...logWitnesses.values()].map((row) => ({
      ...{ name: row.name, vkey: row.vkey, url: row.url, origin: row.origin },
      ...{ held_size: String(row.heldSize), refused_code: row.refusedCode },
    }));
  const row = logWitnesses.get(String(values[0]));
  if (text.startsWith('update log_witness set origin')) {
    const [, origin, size, cosignedAt] = values;
    if (row !== undefined)
      logWitnesses.set(row.name, {
        ...row,
        ...{ origin: String(origin), heldSize: Number(size) },
        refusedCode: cosignedAt === null ? row.refusedCode : null,
      });
    return [];
  }
  if (text.startsWith('update log_witness set refused_at')) {
    if (row !== undefined) logWitnesses.set(row.name, { ...row, refusedCode: String(values[2]) });
    return [];
  }
  return null;
}
