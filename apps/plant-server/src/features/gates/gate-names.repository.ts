import type { Runner } from '../../database/sql-statement.ts';

/** Normalises a gate name: ignores case, accents and superfluous spaces, so that "PORTA  Santì" and "porta santi" are equal. */
export const foldGateName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();

/** Gate ids by folded name. A current name takes precedence over a former name of another gate. */
export async function readGateNames(runner: Runner): Promise<ReadonlyMap<string, number>> {
  const former = await runner.run<{ folded: string; gate: number }>({
    name: 'former-gate-names',
    text: 'select folded, gate from gate_former_name',
    values: [],
  });
  const known = await runner.run<{ id: number; fullname: string }>({
    name: 'gate-names',
    text: 'select id, fullname from gate',
    values: [],
  });
  return new Map([
    ...former.map((one) => [one.folded, one.gate] as const),
    ...known.map((gate) => [foldGateName(gate.fullname), gate.id] as const),
  ]);
}

export async function deleteFormerName(runner: Runner, folded: string): Promise<void> {
  await runner.run({ text: 'delete from gate_former_name where folded = $1', values: [folded] });
}

/** Stores a former name of a gate; one of another gate now belongs to this gate. */
export async function insertFormerName(runner: Runner, folded: string, gate: number): Promise<void> {
  await runner.run({
    text: `insert into gate_former_name (folded, gate) values ($1, $2) on conflict (folded) do update set gate = excluded.gate`,
    values: [folded, gate],
  });
}
