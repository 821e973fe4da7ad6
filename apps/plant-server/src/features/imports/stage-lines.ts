import type { ImportRead } from '@varco/contract/plant/ingest.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import { type IngestFacts, type ReadRefusal, validateReadTime } from '../ingest/ingest.public.ts';
import { foldGateName } from '../gates/gates.public.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { ImportJob } from './import-jobs.repository.ts';

export interface ImportLineToStage {
  readonly line: number;
  readonly plate: string;
  readonly folded: string;
  readonly read: ImportRead;
}

export interface RefusedLine {
  readonly line: number;
  readonly reason: ReadRefusal | 'malformed_text' | 'too_many_gates' | 'too_many_lines';
}

/** Limits of one import: gates named and lines. */
const MAX_GATES = 500;
const MAX_LINES = 1_000_000;

/** Validates a line. Returns it ready to be staged, or the reason why it is refused. */
export function validateImportLine(
  read: ImportRead,
  job: ImportJob,
  key: IngestKey,
  facts: IngestFacts,
  nowMs: number,
): ImportLineToStage | RefusedLine {
  const { line } = read;
  // Text with an unpaired surrogate cannot be stored in the database.
  if (!Object.values(read).every((value) => typeof value !== 'string' || value.isWellFormed()))
    return { line, reason: 'malformed_text' };
  const plate = normalisePlate(read.targa);
  if (plate === null) return { line, reason: 'plate_unreadable' };
  const refusal = validateReadTime(Date.parse(read.data), facts.settings.retention_days, nowMs);
  if (refusal !== null) return { line, reason: refusal };
  const folded = foldGateName(read.varco);
  const gate = facts.gateNames.get(folded);
  if (gate === undefined && !job.create_gates) return { line, reason: 'unknown_gate' };
  if (key.gates !== null && (gate === undefined || !key.gates.includes(gate)))
    return { line, reason: 'gate_not_allowed' };
  return { line, plate, folded, read };
}

const INSERT_LINES = `insert into import_read (job, line, plate, folded, read)
  select $1, line, plate, folded, read from unnest($2::int[], $3::text[], $4::text[], $5::jsonb[]) as u(line, plate, folded, read)
  on conflict do nothing returning line`;

const INSERT_GATES = `insert into import_gate as g (job, folded, fullname, lat, lon)
  select distinct on (folded) $1::uuid, folded, fullname, lat, lon
  from unnest($2::text[], $3::text[], $4::float8[], $5::float8[]) as u(folded, fullname, lat, lon) order by folded, lat is null
  on conflict (job, folded) do update set lat = coalesce(g.lat, excluded.lat), lon = coalesce(g.lon, excluded.lon)`;

/** Stages lines in the transaction that locked the import; a line staged before is skipped. Returns the lines over the limits. */
export async function stageLines(
  runner: Runner,
  job: ImportJob,
  lines: readonly ImportLineToStage[],
): Promise<readonly RefusedLine[]> {
  if (job.staged + lines.length > MAX_LINES) return lines.map(({ line }) => ({ line, reason: 'too_many_lines' }));
  const known = await runner.run<{ folded: string }>({
    text: 'select folded from import_gate where job = $1',
    values: [job.id],
  });
  const gates = new Set(known.map((row) => row.folded));
  const [accepted, over]: [ImportLineToStage[], RefusedLine[]] = [[], []];
  for (const one of lines) {
    if (!gates.has(one.folded) && gates.size >= MAX_GATES) over.push({ line: one.line, reason: 'too_many_gates' });
    else {
      gates.add(one.folded);
      accepted.push(one);
    }
  }
  const hasCoordinates = ({ read }: ImportLineToStage): boolean =>
    read.gps_lat !== undefined && read.gps_lon !== undefined;
  await runner.run({
    text: INSERT_GATES,
    values: [
      job.id,
      accepted.map((one) => one.folded),
      accepted.map((one) => one.read.varco.trim()),
      accepted.map((one) => (hasCoordinates(one) ? one.read.gps_lat : null)),
      accepted.map((one) => (hasCoordinates(one) ? one.read.gps_lon : null)),
    ],
  });
  const fresh = await runner.run<{ line: number }>({
    text: INSERT_LINES,
    values: [
      job.id,
      accepted.map((one) => one.line),
      accepted.map((one) => one.plate),
      accepted.map((one) => one.folded),
      accepted.map((one) => JSON.stringify(one.read)),
    ],
  });
  await runner.run({
    text: 'update import_job set staged = staged + $2 where id = $1',
    values: [job.id, fresh.length],
  });
  return over;
}
