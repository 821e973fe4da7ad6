import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import pg from 'pg';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { DATABASE_OPTIONS, findDatabaseAddress, describeDatabaseError } from '../database-address.ts';
import { formatDifference } from './format-difference.ts';
import { repairRollUps } from './repair-rollups.repository.ts';
import { checkDay, checkPlates, readDaySpan, type Difference } from './verify-rollups.repository.ts';

/** Maximum number of differences printed; the others are only counted. */
const MAX_PRINTED = 20;
const DAY_MS = 86_400_000;
/**
 * Maximum number of check-and-repair rounds. A round handles a limited number of differences, so a repair may need
 * several.
 */
const MAX_ROUNDS = 1_000;

/**
 * `varco verify rollups`: checks the counts that a plant stores (plate days, gate hours, dictionary) against its
 * transits.
 */
export const verifyRollUps: Command = {
  words: 'verify rollups',
  summary: 'cli:rollups.summary',
  options: {
    ...DATABASE_OPTIONS,
    from: { text: 'cli:rollups.optionFrom', value: 'DATE' },
    to: { text: 'cli:rollups.optionTo', value: 'DATE' },
    plate: { text: 'cli:rollups.optionPlate', value: 'PLATE' },
    repair: { text: 'cli:rollups.optionRepair', value: null },
  },
  async run({ options }, context) {
    const url = await findDatabaseAddress(options, context);
    if (url === null) return printRollUpFailure(context, context.t('cli:audit.noDatabase'));
    const requested = readVerifyRequest(options);
    if (typeof requested === 'string') return printRollUpFailure(context, context.t(`cli:rollups.${requested}`));
    const client = new pg.Client({ connectionString: url, application_name: 'varco verify rollups' });
    // A connection lost while idle is reported by the next statement.
    client.on('error', () => {});
    try {
      await client.connect();
      // A day of a large plant has hundreds of thousands of groups, the dictionary millions.
      await client.query(`set work_mem = '128MB'; set statement_timeout = 0; set timezone = 'UTC'`);
      return await verifyDays(client, requested, context);
    } catch (error) {
      return printRollUpFailure(context, describeDatabaseError(error, context, 'cli:rollups.noPlant'));
    } finally {
      context.progress?.(null);
      await client.end().catch(() => {});
    }
  },
};

interface VerifyRequest {
  readonly from: string | null;
  readonly to: string | null;
  readonly plate: string | null;
  readonly isRepair: boolean;
}

function readVerifyRequest({
  from,
  to,
  plate,
  repair: isRepair,
}: OptionValues): VerifyRequest | 'wrongDay' | 'wrongPlate' {
  for (const day of [from, to])
    if (day !== undefined && !(/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)))) return 'wrongDay';
  const normal = plate === undefined ? null : normalisePlate(plate);
  if (plate !== undefined && normal === null) return 'wrongPlate';
  return { from: from ?? null, to: to ?? null, plate: normal, isRepair: isRepair === 'true' };
}

/** Collects and prints differences as they are found. */
class Findings {
  found = 0;
  repaired = 0;
  private readonly context: CommandContext;

  constructor(context: CommandContext) {
    this.context = context;
  }

  printDifference(differences: readonly Difference[], day: string | null): void {
    for (const difference of differences) {
      this.found += 1;
      if (this.found > MAX_PRINTED) continue;
      this.context.progress?.(null);
      this.context.print(formatDifference(difference, day, this.context.t));
    }
  }
}

async function verifyDays(client: pg.Client, requested: VerifyRequest, context: CommandContext): Promise<ExitCode> {
  const { t, print } = context;
  const findings = new Findings(context);
  const days = listDays(await readDaySpan(client), requested);
  let transits = 0;
  for (const [index, day] of days.entries()) {
    context.signal?.throwIfAborted();
    context.progress?.(t('cli:rollups.atDay', { day, index: String(index + 1), of: String(days.length) }));
    const look = () => checkDay(client, day, requested.plate);
    const first = await look();
    transits += first.transits;
    await checkAndRepair(
      client,
      { day, wanted: requested, findings },
      first.differences,
      async () => (await look()).differences,
    );
  }
  const isWhole = requested.from === null && requested.to === null;
  if (isWhole) {
    context.progress?.(t('cli:rollups.atPlates'));
    const look = () => checkPlates(client, requested.plate);
    await checkAndRepair(client, { day: null, wanted: requested, findings }, await look(), look);
  }
  context.progress?.(null);
  const { found, repaired: mended } = findings;
  if (found > MAX_PRINTED) print(t('cli:rollups.more', { count: found - MAX_PRINTED }));
  print(t('cli:rollups.checked', { days: String(days.length), transits: String(transits) }));
  if (!isWhole) print(t('cli:rollups.withoutPlates'));
  if (found === 0) print(t('cli:rollups.equal'));
  else if (requested.isRepair) print(t('cli:rollups.mended', { count: mended }));
  else print(t('cli:rollups.differ', { count: found }));
  return found === mended ? EXIT.ok : EXIT.failed;
}

/** Prints the differences of a step and repairs them when requested, checking again until none are left. */
async function checkAndRepair(
  client: pg.Client,
  step: { readonly day: string | null; readonly wanted: VerifyRequest; readonly findings: Findings },
  first: readonly Difference[],
  look: () => Promise<readonly Difference[]>,
): Promise<void> {
  const { day, wanted: requested, findings } = step;
  let differences = first;
  findings.printDifference(differences, day);
  if (!requested.isRepair) return;
  for (let round = 0; differences.length > 0 && round < MAX_ROUNDS; round += 1) {
    await repairRollUps(client, differences, day ?? '');
    const again = await look();
    // A remaining difference is printed again and counts as found but not as repaired.
    findings.repaired += differences.length;
    findings.printDifference(again, day);
    differences = again;
  }
}

/** All days of the requested range, ISO. */
function listDays(
  span: { readonly first: string; readonly last: string } | null,
  { from, to }: VerifyRequest,
): readonly string[] {
  if (span === null) return [];
  const first = from !== null && from > span.first ? from : span.first;
  const last = to !== null && to < span.last ? to : span.last;
  const days: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += DAY_MS)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}

function printRollUpFailure({ t, warn }: CommandContext, reason: string): ExitCode {
  warn(t('cli:audit.couldNot', { reason }));
  return EXIT.couldNot;
}
