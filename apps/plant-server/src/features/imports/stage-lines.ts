import type { ImportRead } from '@varco/contract/plant/file-imports.ts';
import { type IngestFacts, parseReadPlate, type ReadRefusal, validateReadTime } from '../ingest/ingest.public.ts';
import { foldGateName } from '../gates/gates.public.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { insertStagedLines, readStagedGates, type ImportLineToStage } from './staged-lines.repository.ts';
import type { ImportJob } from './import-jobs.repository.ts';

export interface RefusedLine {
  readonly line: number;
  readonly reason: ReadRefusal | 'malformed_text' | 'too_many_gates' | 'too_many_lines';
}

/** Limits of one import: gates named and lines. */
const MAX_GATES = 500;
const MAX_LINES = 1_000_000;

/** Validates a line. `allowedGates`: null for all gates. Returns it ready to be staged, or the reason why it is refused. */
export function validateImportLine(
  read: ImportRead,
  job: ImportJob,
  allowedGates: readonly number[] | null,
  facts: IngestFacts,
  nowMs: number,
): ImportLineToStage | RefusedLine {
  const { line } = read;
  // Text with an unpaired surrogate cannot be stored in the database.
  if (!Object.values(read).every((value) => typeof value !== 'string' || value.isWellFormed()))
    return { line, reason: 'malformed_text' };
  const parsed = parseReadPlate(read.targa);
  if (typeof parsed !== 'object') return { line, reason: parsed };
  const refusal = validateReadTime(Date.parse(read.data), facts.settings.retention_days, nowMs);
  if (refusal !== null) return { line, reason: refusal };
  const folded = foldGateName(read.varco);
  const gate = facts.gateNames.get(folded);
  if (gate === undefined && !job.create_gates) return { line, reason: 'unknown_gate' };
  if (allowedGates !== null && (gate === undefined || !allowedGates.includes(gate)))
    return { line, reason: 'gate_not_allowed' };
  return { line, plate: parsed.plate, folded, read };
}

/** Stages lines in the transaction that locked the import; a line staged before is skipped. Returns the lines over the limits. */
export async function stageLines(
  runner: Runner,
  job: ImportJob,
  lines: readonly ImportLineToStage[],
): Promise<readonly RefusedLine[]> {
  if (job.staged + job.refused + lines.length > MAX_LINES)
    return lines.map(({ line }) => ({ line, reason: 'too_many_lines' }));
  const gates = new Set((await readStagedGates(runner, job.id)).map(({ folded }) => folded));
  const [accepted, over]: [ImportLineToStage[], RefusedLine[]] = [[], []];
  for (const one of lines) {
    if (!gates.has(one.folded) && gates.size >= MAX_GATES) over.push({ line: one.line, reason: 'too_many_gates' });
    else {
      gates.add(one.folded);
      accepted.push(one);
    }
  }
  await insertStagedLines(runner, job.id, accepted);
  return over;
}
