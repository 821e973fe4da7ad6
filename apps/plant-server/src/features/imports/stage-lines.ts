import type { ImportRead } from '@varco/contract/plant/ingest.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import { type IngestFacts, type ReadRefusal, timeRefusal } from '../ingest/ingest.public.ts';
import { foldGateName } from '../gates/gates.public.ts';
import type { Runner } from '../../database/statement.ts';
import type { ImportJob } from './import-jobs.queries.ts';

export interface StagedLine {
  readonly line: number;
  readonly plate: string;
  readonly folded: string;
  readonly read: ImportRead;
}

export interface RefusedLine {
  readonly line: number;
  readonly reason: ReadRefusal | 'malformed_text' | 'too_many_gates' | 'too_many_lines';
}

/** Most gates one import may name, and most lines it may have. */
const MOST_GATES = 500;
const MOST_LINES = 1_000_000;

/** A line as it will be staged, or why it is refused. */
export function weighLine(
  read: ImportRead,
  job: ImportJob,
  key: IngestKey,
  facts: IngestFacts,
  nowMs: number,
): StagedLine | RefusedLine {
  const { line } = read;
  // Half a character: the database takes no such text.
  if (!Object.values(read).every((value) => typeof value !== 'string' || value.isWellFormed()))
    return { line, reason: 'malformed_text' };
  const plate = normalisePlate(read.targa);
  if (plate === null) return { line, reason: 'plate_unreadable' };
  const late = timeRefusal(Date.parse(read.data), facts.settings.retention_days, nowMs);
  if (late !== null) return { line, reason: late };
  const folded = foldGateName(read.varco);
  const gate = facts.gateNames.get(folded);
  if (gate === undefined && !job.create_gates) return { line, reason: 'unknown_gate' };
  if (key.gates !== null && (gate === undefined || !key.gates.includes(gate)))
    return { line, reason: 'gate_not_allowed' };
  return { line, plate, folded, read };
}

const STAGE = `insert into import_read (job, line, plate, folded, read)
  select $1, line, plate, folded, read from unnest($2::int[], $3::text[], $4::text[], $5::jsonb[]) as u(line, plate, folded, read)
  on conflict do nothing returning line`;

const GATES = `insert into import_gate as g (job, folded, fullname, lat, lon)
  select distinct on (folded) $1::uuid, folded, fullname, lat, lon
  from unnest($2::text[], $3::text[], $4::float8[], $5::float8[]) as u(folded, fullname, lat, lon) order by folded, lat is null
  on conflict (job, folded) do update set lat = coalesce(g.lat, excluded.lat), lon = coalesce(g.lon, excluded.lon)`;

/**
 * Stages lines within the transaction that holds the import; a line staged before counts once. Returns the lines that
 * would go over the limits.
 */
export async function stageLines(
  runner: Runner,
  job: ImportJob,
  lines: readonly StagedLine[],
): Promise<readonly RefusedLine[]> {
  if (job.staged + lines.length > MOST_LINES) return lines.map(({ line }) => ({ line, reason: 'too_many_lines' }));
  const known = await runner.run<{ folded: string }>({
    text: 'select folded from import_gate where job = $1',
    values: [job.id],
  });
  const gates = new Set(known.map((row) => row.folded));
  const [fit, over]: [StagedLine[], RefusedLine[]] = [[], []];
  for (const one of lines) {
    if (!gates.has(one.folded) && gates.size >= MOST_GATES) over.push({ line: one.line, reason: 'too_many_gates' });
    else {
      gates.add(one.folded);
      fit.push(one);
    }
  }
  const hasPlace = ({ read }: StagedLine): boolean => read.gps_lat !== undefined && read.gps_lon !== undefined;
  await runner.run({
    text: GATES,
    values: [
      job.id,
      fit.map((one) => one.folded),
      fit.map((one) => one.read.varco.trim()),
      fit.map((one) => (hasPlace(one) ? one.read.gps_lat : null)),
      fit.map((one) => (hasPlace(one) ? one.read.gps_lon : null)),
    ],
  });
  const fresh = await runner.run<{ line: number }>({
    text: STAGE,
    values: [
      job.id,
      fit.map((one) => one.line),
      fit.map((one) => one.plate),
      fit.map((one) => one.folded),
      fit.map((one) => JSON.stringify(one.read)),
    ],
  });
  await runner.run({
    text: 'update import_job set staged = staged + $2 where id = $1',
    values: [job.id, fresh.length],
  });
  return over;
}
