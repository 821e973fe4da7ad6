import type { LookUpRow } from '../../../apps/plant-server/src/features/look-ups/look-up.repository.ts';
import type { SimDatabase } from './sim-database.ts';

const NEW_ROW = {
  ...{ state: 0, problem: '', sent_at: null, finished_at: null, from_look_up: null, is_found: false, cents: 0 },
  ...{ receipt: null, has_answer: false, answer_sealed: null },
} as const;
const INSERTED = [
  ...['id', 'user_id', 'user_uuid', 'username', 'asked_at', 'request', 'key_kind', 'vehicle_kind', 'key_mac'],
  ...['key_sealed', 'reason_sealed', 'is_paid'],
];

/** Statements of look-ups. */
export function runLookUpStatement(
  database: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
): readonly object[] | null {
  const { lookUps } = database.tables;
  const id = String(values[0]);
  const change = (isMeant: (row: LookUpRow) => boolean, to: Partial<LookUpRow>): readonly object[] => {
    const row = lookUps.get(id);
    if (row === undefined || !isMeant(row)) return [];
    lookUps.set(id, { ...row, ...to });
    return [{ id }];
  };
  switch (name) {
    case 'insert-look-up': {
      if (lookUps.has(id)) return [];
      const facts = Object.fromEntries(INSERTED.map((column, index) => [column, values[index]]));
      lookUps.set(id, { ...NEW_ROW, ...facts } as LookUpRow);
      return [{ id }];
    }
    case 'look-up':
      return lookUps.has(id) ? [{ ...lookUps.get(id) }] : [];
    case 'look-up-sent':
      return change(({ state }) => state < 2, { state: 1, sent_at: String(values[1]) });
    case 'look-up-answered':
      return change(({ state }) => state !== 2, toAnswered(values));
    case 'look-up-ended':
      return change(({ state }) => state < 2, {
        ...{ state: Number(values[1]), problem: String(values[2]), finished_at: String(values[3]) },
      });
    case 'look-up-newest-answer':
      return findNewest([...lookUps.values()], values);
    case 'look-ups-open':
      return [...lookUps.values()].filter((row) => row.state < 2 && (row.sent_at ?? row.asked_at) < id);
    default:
      // The credentials of the simulated registry are always right.
      if (text.startsWith('select refused_by') || text.startsWith('insert into registry_access')) return [];
      if (!text.startsWith('update look_up set state = 0')) return null;
      return change(({ state }) => state === 3 || state === 4, { state: 0, problem: '', finished_at: null });
  }
}

function toAnswered(values: readonly unknown[]): Partial<LookUpRow> {
  const [, finishedAt, isFound, cents, receipt, answer, from] = values;
  return {
    ...{ state: 2, problem: '', finished_at: String(finishedAt), is_found: isFound === true, cents: Number(cents) },
    receipt: receipt === null ? null : String(receipt),
    answer_sealed: answer === null ? null : Buffer.from(answer as Uint8Array),
    from_look_up: from === null ? null : String(from),
  };
}

function findNewest(rows: readonly LookUpRow[], values: readonly unknown[]): readonly LookUpRow[] {
  const [mac, keyKind, request, vehicleKind, since] = values;
  return rows
    .filter(
      (row) =>
        row.key_mac === mac &&
        row.key_kind === keyKind &&
        row.request === request &&
        row.vehicle_kind === vehicleKind &&
        row.state === 2 &&
        row.from_look_up === null &&
        row.answer_sealed !== null &&
        (since === null || (row.finished_at ?? '') >= String(since)),
    )
    .toSorted((a, b) => (a.asked_at < b.asked_at ? 1 : -1))
    .slice(0, 1);
}
