import type { SimDatabase } from './sim-database.ts';

const CHANNEL_TEXT = 'select pg_notify($1, $2)';

/** Statements of alerts, lists, users and gates. */
export function runAlertStatement(
  database: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
): readonly object[] | null {
  const { tables } = database;
  if (name === 'alerts-told') {
    const after = BigInt(String(values[0]));
    return [...tables.alerts.values()]
      .filter(({ seq }) => seq !== null && BigInt(seq) > after)
      .toSorted((a, b) => Number(BigInt(a.seq ?? 0) - BigInt(b.seq ?? 0)))
      .slice(0, Number(values[1]));
  }
  if (name === 'newest-alert') {
    const seqs = [...tables.alerts.values()].map(({ seq }) => BigInt(seq ?? 0));
    return [{ seq: String(seqs.reduce((a, b) => (a > b ? a : b), 0n)) }];
  }
  if (name === 'tell-alerts') return publish(database);
  if (text.startsWith('select pg_advisory_xact_lock')) return [];
  if (text === CHANNEL_TEXT) {
    database.write(() => database.notify(String(values[0])));
    return [];
  }
  return runContextStatement(database, name, text, values);
}

function runContextStatement(
  { tables }: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
): readonly object[] | null {
  if (name === 'newest-list-change') return [{ no: '0' }];
  if (text.startsWith("select * from (select 'blacklist'"))
    return [...tables.lists.values()].filter(({ id }) => id > Number(values[0]));
  if (text.startsWith("select * from (select '")) return [];
  if (text.startsWith('select v.entry, v.plates from figurehead_vehicles')) return [];
  if (name === 'users-by-uuid') {
    const [uuids] = values as readonly [readonly string[]];
    return [...tables.users.values()].filter(({ uuid }) => uuids.includes(uuid));
  }
  if (name === 'ended-sessions') {
    const [sids] = values as readonly [readonly string[]];
    return sids.filter((sid) => tables.endedSessions.has(sid)).map((sid) => ({ sid }));
  }
  if (name === 'gates') return [1, 2, 3].map((id) => ({ id, fullname: `V0${id}` }));
  return null;
}

/** Numbers the alerts that have none, in the order in which they were raised. */
function publish(database: SimDatabase): readonly object[] {
  const { tables } = database;
  const published: { id: string }[] = [];
  for (const [id, { seq }] of tables.alerts) {
    if (seq !== null) continue;
    tables.alertSeq += 1n;
    const next = String(tables.alertSeq);
    database.write(() => {
      const row = tables.alerts.get(id);
      if (row !== undefined) tables.alerts.set(id, { ...row, seq: next });
    });
    published.push({ id });
  }
  return published;
}
