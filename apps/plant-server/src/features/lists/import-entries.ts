import { randomUUID } from 'node:crypto';
import type { ImportLine } from '@varco/contract/plant/blacklist-files.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import {
  findOpenEntriesByPlate,
  updateEntries,
  insertEntries,
  type BlacklistRow,
  type NewEntry,
} from './blacklist.repository.ts';
import { mayChangeEntry } from './blacklist.view.ts';
import type { FileLine, ReadyLine } from './list-file.ts';

const LINES_PER_CHUNK = 5_000;

export interface ImportContext {
  readonly runner: Runner;
  readonly user: PlantUser;
  readonly now: string;
  readonly overwrite: boolean;
  /** True: nothing is written. */
  readonly isPreview: boolean;
  /** Called after each chunk with the number of lines processed. */
  readonly onProgress: (done: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Imports lines in chunks inside an open transaction. Returns the result of each line. */
export async function importEntries(
  context: ImportContext,
  lines: readonly ReadyLine[],
): Promise<readonly ImportLine[]> {
  const results: ImportLine[] = [];
  const plates = lines.map(({ plate }) => plate);
  const existing = await findOpenEntriesByPlate(context.runner, context.user, plates, context.signal);
  for (let at = 0; at < lines.length; at += LINES_PER_CHUNK) {
    context.signal.throwIfAborted();
    results.push(...(await importChunk(context, existing, lines.slice(at, at + LINES_PER_CHUNK))));
    await context.onProgress(Math.min(lines.length, at + LINES_PER_CHUNK));
  }
  return results;
}

async function importChunk(
  context: ImportContext,
  existing: ReadonlyMap<string, BlacklistRow>,
  lines: readonly ReadyLine[],
): Promise<readonly ImportLine[]> {
  const { runner, user, now } = context;
  const results: ImportLine[] = [];
  const changes: { readonly id: number; readonly line: ReadyLine }[] = [];
  const fresh: ReadyLine[] = [];
  for (const line of lines) {
    const row = existing.get(line.plate);
    if (row === undefined) fresh.push(line);
    else if (!context.overwrite) results.push(toImportLine(line, 'skipped', 'exists'));
    else if (!mayChangeEntry(row, user)) results.push(toImportLine(line, 'failed', 'not_yours'));
    else {
      changes.push({ id: row.id, line: { ...line, fields: { ...line.fields, group_id: row.group_id } } });
      results.push(toImportLine(line, 'updated', null));
    }
  }
  if (context.isPreview) return [...results, ...fresh.map((line) => toImportLine(line, 'inserted', null))];
  if (changes.length > 0)
    await updateEntries(
      runner,
      changes.map(({ id, line }) => ({ id, fields: line.fields })),
      now,
    );
  const entries = fresh.map((line) => buildImportedEntry(line, user));
  const written = await insertEntries(runner, entries, now);
  for (const [at, line] of fresh.entries()) {
    const isWritten = written.has(entries[at]?.uuid ?? '');
    results.push(toImportLine(line, isWritten ? 'inserted' : 'skipped', isWritten ? null : 'exists'));
  }
  return results;
}

const buildImportedEntry = ({ plate, fields }: ReadyLine, user: PlantUser): NewEntry => ({
  uuid: randomUUID(),
  plate,
  kind: 'open',
  master: null,
  owner: user.id,
  creator: user.uuid,
  source: 'import',
  fields,
});

/** The result of a line in the format of the API. */
export const toImportLine = (
  { line, plate }: Pick<ReadyLine, 'line' | 'plate'>,
  state: ImportLine['state'],
  reason: ImportLine['reason'],
): ImportLine => ({ line, targa: plate, state, reason });

/** Line number and plate text of a line that could not be parsed, without control characters. */
export const toRejectedPlate = ({ line, cells }: FileLine): { readonly line: number; readonly plate: string } => ({
  line,
  plate: (cells.get('plate') ?? '').replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu, '').slice(0, 40),
});
