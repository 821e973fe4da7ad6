import { INGEST_KEY_KINDS, IngestKeysReport } from '@varco/contract/ingest-keys.ts';
import { type Command, type CommandContext, EXIT, type ExitCode } from '../command.ts';
import { withLanguage } from '../language.ts';
import { runServerProgram, SERVER_OPTIONS, type ServerCall } from '../run-server-program.ts';

/** `varco ingest-keys list SERVER`: the keys with which reads are sent to a plant, revoked ones too. */
export const listIngestKeys: Command = {
  words: 'ingest-keys list',
  summary: 'cli:ingestKeys.summaryList',
  operands: ['SERVER'],
  options: { ...SERVER_OPTIONS, json: { text: 'doctor:optionJson', value: null } },
  async run({ options, operands }, given) {
    const context = withLanguage(given, options);
    const found = await runTask(operands[0] ?? '', { action: 'list' }, { options, context });
    if (found.report === null) return found.code;
    if (options['json'] !== undefined) context.print(JSON.stringify(found.report.keys, null, 2));
    else printKeys(found.report, context);
    return EXIT.ok;
  },
};

/** `varco ingest-keys add SERVER KIND`: a new key, which is printed once. */
export const addIngestKey: Command = {
  words: 'ingest-keys add',
  summary: 'cli:ingestKeys.summaryAdd',
  operands: ['SERVER', 'KIND'],
  options: {
    label: { text: 'cli:ingestKeys.optionLabel', value: 'TEXT' },
    gate: { text: 'cli:ingestKeys.optionGate', value: 'NAME', repeats: 'lines' },
    network: { text: 'cli:ingestKeys.optionNetwork', value: 'CIDR' },
    ...SERVER_OPTIONS,
  },
  async run({ options, operands: [slug = '', kind = ''] }, given) {
    const context = withLanguage(given, options);
    const { t, print, warn } = context;
    if (!INGEST_KEY_KINDS.some((known) => known === kind)) {
      warn(t('cli:ingestKeys.wrongKind', { kinds: INGEST_KEY_KINDS.join(', ') }));
      return EXIT.couldNot;
    }
    const { label = '', gate, network = null } = options;
    const gates = gate?.split('\n') ?? null;
    const found = await runTask(slug, { action: 'add', kind, label, gates, network }, { options, context });
    if (found.report === null) return found.code;
    print(found.report.made ?? '');
    warn(t('cli:ingestKeys.made'));
    return EXIT.ok;
  },
};

/** `varco ingest-keys revoke SERVER ID`: nobody sends reads with that key any more, from now on. */
export const revokeIngestKey: Command = {
  words: 'ingest-keys revoke',
  summary: 'cli:ingestKeys.summaryRevoke',
  operands: ['SERVER', 'ID'],
  options: SERVER_OPTIONS,
  async run({ options, operands: [slug = '', id = ''] }, given) {
    const context = withLanguage(given, options);
    const found = await runTask(slug, { action: 'revoke', id }, { options, context });
    if (found.report === null) return found.code;
    printKeys({ ...found.report, keys: found.report.keys.filter((key) => key.id === id) }, context);
    return EXIT.ok;
  },
};

type Found =
  | { readonly report: IngestKeysReport; readonly code: 0 }
  | { readonly report: null; readonly code: ExitCode };

/** What the program of the plant prints; without a report the reason was printed. */
async function runTask(slug: string, task: object, call: ServerCall): Promise<Found> {
  if (slug === 'portal') {
    call.context.warn(call.context.t('cli:ingestKeys.onlyPlants'));
    return { report: null, code: EXIT.couldNot };
  }
  const input = JSON.stringify(task);
  const { output, code } = await runServerProgram(slug, { name: 'ingest-keys', input }, call);
  return output === null ? { report: null, code } : { report: IngestKeysReport.parse(JSON.parse(output)), code };
}

function printKeys({ keys }: IngestKeysReport, { t, print }: CommandContext): void {
  if (keys.length === 0) print(t('cli:ingestKeys.none'));
  for (const { id, kind, createdAt, revokedAt, label, gates, network } of keys) {
    const state =
      revokedAt === null ? t('cli:ingestKeys.valid') : t('cli:ingestKeys.revoked', { day: revokedAt.slice(0, 10) });
    const limits = [
      gates === null ? t('cli:ingestKeys.allGates') : gates.join(', '),
      ...(network === null ? [] : [network]),
    ];
    print(`${id}  ${kind.padEnd(6)}  ${createdAt.slice(0, 10)}  ${state}  ${label}  (${limits.join('; ')})`);
  }
}
