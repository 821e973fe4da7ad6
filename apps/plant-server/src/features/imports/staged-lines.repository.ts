import type { ImportRead } from '@varco/contract/plant/file-imports.ts';
import type { Runner } from '../../database/sql-statement.ts';

export interface ImportLineToStage {
  readonly line: number;
  readonly plate: string;
  readonly folded: string;
  readonly read: ImportRead;
}

/** A gate named by an import. */
interface StagedGate {
  readonly folded: string;
  readonly fullname: string;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** A line as staged. */
export interface StagedLine {
  readonly plate: string;
  readonly line: number;
  readonly folded: string;
  readonly read: unknown;
}

export const readStagedGates = (runner: Runner, job: string): Promise<readonly StagedGate[]> =>
  runner.run<StagedGate>({
    text: 'select folded, fullname, lat, lon from import_gate where job = $1 order by folded',
    values: [job],
  });

/** Stages lines and the gates they name; a line staged before is skipped. */
export async function insertStagedLines(
  runner: Runner,
  job: string,
  lines: readonly ImportLineToStage[],
): Promise<void> {
  const hasCoordinates = ({ read }: ImportLineToStage): boolean =>
    read.gps_lat !== undefined && read.gps_lon !== undefined;
  await runner.run({
    text: `insert into import_gate as g (job, folded, fullname, lat, lon)
      select distinct on (folded) $1::uuid, folded, fullname, lat, lon
      from unnest($2::text[], $3::text[], $4::float8[], $5::float8[]) as u(folded, fullname, lat, lon) order by folded, lat is null
      on conflict (job, folded) do update set lat = coalesce(g.lat, excluded.lat), lon = coalesce(g.lon, excluded.lon)`,
    values: [
      job,
      lines.map((one) => one.folded),
      lines.map((one) => one.read.varco.trim()),
      lines.map((one) => (hasCoordinates(one) ? one.read.gps_lat : null)),
      lines.map((one) => (hasCoordinates(one) ? one.read.gps_lon : null)),
    ],
  });
  const fresh = await runner.run<{ line: number }>({
    text: `insert into import_read (job, line, plate, folded, read)
      select $1, line, plate, folded, read from unnest($2::int[], $3::text[], $4::text[], $5::jsonb[]) as u(line, plate, folded, read)
      on conflict do nothing returning line`,
    values: [
      job,
      lines.map((one) => one.line),
      lines.map((one) => one.plate),
      lines.map((one) => one.folded),
      lines.map((one) => JSON.stringify(one.read)),
    ],
  });
  await runner.run({
    text: 'update import_job set staged = staged + $2 where id = $1',
    values: [job, fresh.length],
  });
}

/** A line that was refused, with the code of the reason. */
export interface RefusedLineRow {
  readonly line: number;
  readonly reason: string;
}

/** Stores that a client sent the file up to a line, and what was refused; a line refused before counts once. */
export async function storeProgress(
  runner: Runner,
  job: string,
  readTo: number,
  refused: readonly RefusedLineRow[],
): Promise<void> {
  await runner.run({
    text: `with fresh as (
        insert into import_refused (job, line, reason) select $1::uuid, line, reason from unnest($3::int[], $4::text[]) as u(line, reason)
        on conflict do nothing returning 1)
      update import_job set read_to = greatest(read_to, $2), refused = refused + (select count(*) from fresh) where id = $1`,
    values: [job, readTo, refused.map(({ line }) => line), refused.map(({ reason }) => reason)],
  });
}

/** Up to 5 000 refused lines after a line, in the order of the file. */
export const readRefusedLines = (runner: Runner, job: string, after: number): Promise<readonly RefusedLineRow[]> =>
  runner.run<RefusedLineRow>({
    text: 'select line, reason from import_refused where job = $1 and line > $2 order by line limit 5000',
    values: [job, after],
  });

const LINES_PER_CHUNK = 5_000;

/** The next staged lines after a line, by plate. The limit is part of the text, because the plan depends on it. */
export const readStagedLines = (
  runner: Runner,
  job: string,
  after: Pick<StagedLine, 'plate' | 'line'>,
): Promise<readonly StagedLine[]> =>
  runner.run<StagedLine>({
    name: 'import-chunk',
    text: `select plate, line, folded, read from import_read
      where job = $1 and (plate, line) > ($2, $3) order by plate, line limit ${LINES_PER_CHUNK}`,
    values: [job, after.plate, after.line],
  });

/** Marks an import as committed, with its counts. */
export async function completeImport(
  runner: Runner,
  job: string,
  counts: { readonly stored: number; readonly duplicates: number; readonly createdGates: readonly string[] },
  at: string,
): Promise<void> {
  await runner.run({
    text: `update import_job set state = 'committed', stored = $2, duplicates = $3, created_gates = $4, committed_at = $5 where id = $1`,
    values: [job, counts.stored, counts.duplicates, counts.createdGates, at],
  });
}
