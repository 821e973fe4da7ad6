import pg from 'pg';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { findDatabaseAddress, describeDatabaseError } from '../database-address.ts';
import { type LogReport, verifyLog } from './audit-verify.repository.ts';

/** `varco audit verify`: checks the integrity of the consultation log of a database (security, part 6). */
export const auditVerify: Command = {
  words: 'audit verify',
  summary: 'cli:audit.summary',
  options: {
    database: { text: 'cli:audit.optionDatabase', value: 'URL' },
    data: { text: 'cli:audit.optionData', value: 'DIR' },
    name: { text: 'cli:audit.optionName', value: 'NAME' },
    from: { text: 'cli:audit.optionFrom', value: 'DATE' },
    to: { text: 'cli:audit.optionTo', value: 'DATE' },
  },
  async run({ options }, context) {
    const url = await findDatabaseAddress(options, context);
    if (url === null) return printAuditFailure(context, context.t('cli:audit.noDatabase'));
    const range = readRange(options);
    if (range === null) return printAuditFailure(context, context.t('cli:audit.wrongDate'));
    const client = new pg.Client({ connectionString: url, application_name: 'varco audit verify' });
    // A connection lost while idle is reported by the next statement.
    client.on('error', () => {});
    try {
      await client.connect();
      return printLogReport(await verifyLog(client, range), context);
    } catch (error) {
      return printAuditFailure(context, describeDatabaseError(error, context, 'cli:audit.noLog'));
    } finally {
      await client.end().catch(() => {});
    }
  },
};

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
