import type { TreeHead } from '@varco/domain/audit/merkle-tree.ts';
import { verifyPublishedLog } from '@varco/domain/audit/published-log.ts';
import pg from 'pg';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { DATABASE_OPTIONS, findDatabaseAddress, describeDatabaseError } from '../database-address.ts';
import { type LogReport, type OutsideEvidence, verifyLog } from './audit-verify.repository.ts';
import { findMissingSignatures, parseKeys, sha256 } from './note-keys.ts';
import { openPublishedFiles, type PublishedFiles, readCheckpointFile, UnreadableFiles } from './published-files.ts';

/**
 * `varco audit verify`: checks the integrity of the consultation log of a database (security, part 6), of its published
 * files, or of one against the other (ADR 0008).
 */
export const auditVerify: Command = {
  words: 'audit verify',
  summary: 'cli:audit.summary',
  options: {
    ...DATABASE_OPTIONS,
    from: { text: 'cli:audit.optionFrom', value: 'DATE' },
    to: { text: 'cli:audit.optionTo', value: 'DATE' },
    tiles: { text: 'cli:audit.optionTiles', value: 'DIR|URL' },
    checkpoint: { text: 'cli:audit.optionCheckpoint', value: 'FILE|URL', repeats: true },
    key: { text: 'cli:audit.optionKey', value: 'KEY', repeats: true },
    witness: { text: 'cli:audit.optionWitness', value: 'KEY', repeats: true },
  },
  async run({ options }, context) {
    const range = readRange(options);
    if (range === null) return printAuditFailure(context, context.t('cli:audit.wrongDate'));
    const outside = await readOutside(options, context);
    if (typeof outside === 'number') return outside;
    const { published, checkpoints } = outside;
    if (published !== null) {
      const result = await verifyFiles(published, checkpoints, context);
      if (result !== EXIT.ok || !namesDatabase(options)) return result;
    }
    const url = await findDatabaseAddress(options, context);
    if (url === null) return printAuditFailure(context, context.t('cli:audit.noDatabase'));
    return verifyDatabase(url, range, outside, context);
  },
};

/** With published files alone nothing of the server is needed: its database is checked too only when it is named. */
const namesDatabase = ({ database, data }: OptionValues): boolean => database !== undefined || data !== undefined;

async function verifyDatabase(
  url: string,
  range: { readonly from?: string; readonly to?: string },
  outside: OutsideEvidence,
  context: CommandContext,
): Promise<ExitCode> {
  const client = new pg.Client({ connectionString: url, application_name: 'varco audit verify' });
  // A connection lost while idle is reported by the next statement.
  client.on('error', () => {});
  try {
    await client.connect();
    return printLogReport(await verifyLog(client, { ...range, databaseUrl: url }, outside), context);
  } catch (error) {
    if (error instanceof UnreadableFiles) return printAuditFailure(context, unreadable(error, context));
    return printAuditFailure(context, describeDatabaseError(error, context, 'cli:audit.noLog'));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Published files and checkpoints that the options name, with their signatures checked; an exit code when that fails. */
async function readOutside(options: OptionValues, context: CommandContext): Promise<OutsideEvidence | ExitCode> {
  const [keys, witnesses] = [parseKeys(options['key'], 'log'), parseKeys(options['witness'], 'witness')];
  if (keys === null || witnesses === null) return printAuditFailure(context, context.t('cli:audit.wrongKey'));
  try {
    const published = options['tiles'] === undefined ? null : await openPublishedFiles(options['tiles']);
    const places = options['checkpoint']?.split(',') ?? [];
    const checkpoints = await Promise.all(places.map(readCheckpointFile));
    const all = [...(published === null ? [] : [published.checkpoint]), ...checkpoints];
    // Every checkpoint must be signed; the published one, which may be newer than what a witness has seen, also cosigned.
    for (const one of all) {
      const isPublished = one === published?.checkpoint;
      const missing = findMissingSignatures(one, keys, isPublished ? witnesses : []);
      if (!missing.log && missing.witnesses.length === 0) continue;
      context.print(
        missing.log
          ? context.t('cli:audit.unsigned', { origin: one.origin, size: String(one.size) })
          : context.t('cli:audit.uncosigned', { size: String(one.size), names: missing.witnesses.join(', ') }),
      );
      return EXIT.failed;
    }
    if (all.length > 0 && keys.length === 0) context.warn(context.t('cli:audit.signatureUnchecked'));
    return { published, checkpoints };
  } catch (error) {
    if (error instanceof UnreadableFiles) return printAuditFailure(context, unreadable(error, context));
    throw error;
  }
}

const unreadable = (error: UnreadableFiles, { t }: CommandContext): string =>
  t('cli:audit.unreadable', { place: error.message });

/** Checks the published files by themselves and against the checkpoints kept elsewhere. */
async function verifyFiles(
  { checkpoint, read }: PublishedFiles,
  checkpoints: OutsideEvidence['checkpoints'],
  context: CommandContext,
): Promise<ExitCode> {
  const known: readonly TreeHead[] = checkpoints.filter(({ origin }) => origin === checkpoint.origin);
  try {
    const found = await verifyPublishedLog({ sha256, head: checkpoint, read, known });
    if (found.state === 'whole') {
      context.print(context.t('cli:audit.publishedWhole', { origin: checkpoint.origin, count: found.size }));
      return EXIT.ok;
    }
    context.print(context.t('cli:audit.publishedBroken', { seq: String(found.seq), origin: checkpoint.origin }));
    context.print(context.t(`cli:audit.publishedFlaw.${found.flaw}`));
    return EXIT.failed;
  } catch (error) {
    if (error instanceof UnreadableFiles) return printAuditFailure(context, unreadable(error, context));
    throw error;
  }
}

const DAY_OR_INSTANT = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/;

/** Reads the range options: days or instants. Only the shape is checked here; the database parses the values. */
function readRange(options: OptionValues): { from?: string; to?: string } | null {
  const { from, to } = options;
  for (const value of [from, to])
    if (value !== undefined && !(DAY_OR_INSTANT.test(value) && !Number.isNaN(Date.parse(value)))) return null;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function printLogReport(found: LogReport, context: CommandContext): ExitCode {
  const { t, print, warn } = context;
  if (found.state === 'none') return printAuditFailure(context, t('cli:audit.noLog'));
  if (found.state === 'broken') {
    print(t('cli:audit.broken', { seq: String(found.seq), epoch: String(found.epoch) }));
    print(t(`cli:audit.flaw.${found.flaw}`));
    return EXIT.failed;
  }
  print(t('cli:audit.whole', { count: found.checked }));
  if (found.removed > 0) print(t('cli:audit.removed', { count: found.removed }));
  if (found.erased > 0) print(t('cli:audit.erased', { count: found.erased }));
  if (found.clockSteps.length > 0) warn(t('cli:audit.clockSteps', { seqs: found.clockSteps.slice(0, 10).join(', ') }));
  if (found.fingerprint !== null) print(t('cli:audit.fingerprint', { ...found.fingerprint }));
  return EXIT.ok;
}

function printAuditFailure({ t, warn }: CommandContext, reason: string): ExitCode {
  warn(t('cli:audit.couldNot', { reason }));
  return EXIT.couldNot;
}
