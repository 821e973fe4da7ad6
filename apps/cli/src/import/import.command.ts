import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { ingestGates } from '@varco/contract/plant/ingest.ts';
import { type ImportSummary } from '@varco/contract/plant/file-imports.ts';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { BrokenFile } from '@varco/imports/csv-records.ts';
import {
  ENCODINGS,
  type Encoding,
  type FileSource,
  inspectFile,
  type InspectedFile,
} from '@varco/imports/inspect-file.ts';
import { type PlannedImport, planImport } from '@varco/imports/plan-import.ts';
import { openZone } from '@varco/imports/wall-clock.ts';
import { createPlantClient, type PlantClient, PlantRefusal } from './plant-client.ts';
import { showPreview } from './preview.ts';
import { createRefusedLines } from './refused-lines.ts';
import { type ImportJob, sendImport, type ImportResult, tryImport, type ReadSoFar } from './send-import.ts';

/** `varco import FILE`: imports the reads of any CSV file into a plant, all or nothing. */
export const importFile: Command = {
  words: 'import',
  summary: 'cli:import.summary',
  operands: ['FILE'],
  options: {
    plant: { text: 'cli:import.option.plant', value: 'URL' },
    'key-file': { text: 'cli:import.option.keyFile', value: 'FILE' },
    map: { text: 'cli:import.option.map', value: 'plate=COL,...', repeats: true },
    gate: { text: 'cli:import.option.gate', value: 'NAME' },
    'create-gates': { text: 'cli:import.option.createGates', value: null },
    'time-format': { text: 'cli:import.option.timeFormat', value: 'FMT' },
    timezone: { text: 'cli:import.option.timezone', value: 'ZONE' },
    delimiter: { text: 'cli:import.option.delimiter', value: 'CHAR' },
    encoding: { text: 'cli:import.option.encoding', value: 'NAME' },
    'dry-run': { text: 'cli:import.option.dryRun', value: null },
    yes: { text: 'cli:import.option.yes', value: null },
  },
  async run({ options, operands }, context) {
    try {
      return await importOne(operands[0] ?? '', options, context);
    } catch (error) {
      context.warn(describeImportError(error, context));
      return EXIT.couldNot;
    }
  },
};

/** An error of the caller; the message is already user-readable. */
class UsageError extends Error {}

async function importOne(path: string, options: OptionValues, context: CommandContext): Promise<ExitCode> {
  const { t, print } = context;
  const zone = readZoneOption(options, context);
  const encoding = readEncodingOption(options, context);
  const { plant, key } = await readTarget(options, context);
  if (!(await stat(path)).isFile()) throw new UsageError(t('cli:import.fault.noFile'));
  const client = createPlantClient(plant, key);
  const gates = await client.call(ingestGates, {}, context.signal);
  print(t('cli:import.target', { plant: gates.plant.label, gates: gates.objects.length }));
  const source: FileSource = { read: () => createReadStream(path) };
  const file = await inspectFile(source, encoding);
  if (file.foreign !== null)
    throw new UsageError(t('cli:import.fault.notText', { format: t(`fileImport:foreign.${file.foreign}`) }));
  const gateNames = new Map(gates.objects.map((gate) => [String(gate.id), gate.fullname]));
  const planned = planFile(file, options, zone, gateNames, context);
  showPreview(file, planned, context);
  if (options['dry-run'] === undefined && !(await confirmImport(options, context))) {
    print(t('cli:import.notDone'));
    return EXIT.couldNot;
  }
  return sendFile(path, source, file, planned, client, options, context);
}

function planFile(
  file: InspectedFile,
  options: OptionValues,
  zone: string | null,
  gateNames: ReadonlyMap<string, string>,
  { t }: CommandContext,
): PlannedImport {
  const planned = planImport(file, {
    map: options['map'] ?? null,
    mapping: null,
    gate: options['gate'] ?? null,
    timeFormat: options['time-format'] ?? null,
    delimiter: options['delimiter'] === 'tab' ? '\t' : (options['delimiter'] ?? null),
    zone,
    gateNames,
  });
  if ('fault' in planned) throw new UsageError(t(`cli:import.fault.${planned.fault}`, { detail: planned.detail }));
  return planned;
}

async function sendFile(
  path: string,
  source: FileSource,
  file: InspectedFile,
  planned: PlannedImport,
  plant: PlantClient,
  options: OptionValues,
  context: CommandContext,
): Promise<ExitCode> {
  const refused = createRefusedLines(`${path}.refused.csv`, planned.columns, context);
  const { t, progress, signal } = context;
  let [soFar, isWhole] = [{ lines: 0, unread: 0 }, false];
  const onProgress = (read: ReadSoFar | null): void => {
    if (read === null) progress?.(t('cli:import.storing'));
    else {
      soFar = read;
      progress?.(t('cli:import.reading', { lines: read.lines }));
    }
  };
  const sending: ImportJob = { path, source, file, planned, plant, refused, onProgress, signal };
  try {
    if (options['dry-run'] !== undefined) {
      const known = await tryImport(sending, options['create-gates'] !== undefined);
      isWhole = true;
      progress?.(null);
      return printTrial(known, soFar, refused.count, path, context);
    }
    const sent = await sendImport(sending, options['create-gates'] !== undefined);
    // A file that the plant knows was not read again: its refused lines of then still stand.
    isWhole = sent.state === 'stored';
    progress?.(null);
    return printSummary(sent, soFar, refused.count, path, context);
  } finally {
    progress?.(null);
    await refused.close(isWhole);
  }
}

function printTrial(
  known: ImportSummary | null,
  { lines, unread }: ReadSoFar,
  refused: number,
  path: string,
  { t, print }: CommandContext,
): ExitCode {
  print(t('cli:import.dryRun', { lines, good: lines - refused, refused }));
  if (unread > 0) print(t('cli:import.unread', { unread }));
  if (known !== null) print(t('cli:import.known', { stored: known.stored, when: known.committed_at ?? '' }));
  if (refused > 0) print(t('cli:import.refusedFile', { file: `${path}.refused.csv` }));
  return refused === 0 ? EXIT.ok : EXIT.failed;
}

function printSummary(
  { state, summary }: ImportResult,
  { lines, unread }: ReadSoFar,
  refused: number,
  path: string,
  { t, print, warn }: CommandContext,
): ExitCode {
  if (state === 'known') {
    print(t('cli:import.known', { stored: summary.stored, when: summary.committed_at ?? '' }));
    return EXIT.ok;
  }
  if (summary.state !== 'committed') {
    warn(t('cli:import.failed'));
    return EXIT.couldNot;
  }
  print(t('cli:import.done', { lines, stored: summary.stored, duplicates: summary.duplicates, refused }));
  if (unread > 0) print(t('cli:import.unread', { unread }));
  if (summary.created_gates.length > 0) print(t('cli:import.created', { gates: summary.created_gates.join(', ') }));
  if (refused > 0) print(t('cli:import.refusedFile', { file: `${path}.refused.csv` }));
  return refused === 0 ? EXIT.ok : EXIT.failed;
}

async function confirmImport(options: OptionValues, { t, ask }: CommandContext): Promise<boolean> {
  if (options['yes'] !== undefined) return true;
  if (ask === undefined) throw new UsageError(t('cli:import.fault.noTerminal'));
  return /^(s|si|sì|y|yes)$/i.test((await ask(t('cli:import.confirm'))).trim());
}

function readZoneOption({ timezone }: OptionValues, { t }: CommandContext): string | null {
  if (timezone === undefined) return null;
  try {
    openZone(timezone);
    return timezone;
  } catch {
    throw new UsageError(t('cli:import.fault.wrongZone'));
  }
}

function readEncodingOption(options: OptionValues, { t }: CommandContext): Encoding | null {
  const requested = options['encoding']?.toLowerCase().replace('-', '');
  const found = ENCODINGS.find((one) => one === requested);
  if (requested !== undefined && found === undefined) throw new UsageError(t('cli:import.fault.wrongEncoding'));
  return found ?? null;
}

async function readTarget(options: OptionValues, { t }: CommandContext): Promise<{ plant: string; key: string }> {
  const { plant, 'key-file': keyFile } = options;
  if (plant === undefined || !/^https?:\/\/[^/]/.test(plant) || !URL.canParse(plant))
    throw new UsageError(t('cli:import.fault.noPlant'));
  if (keyFile === undefined) throw new UsageError(t('cli:import.fault.noKey'));
  const key = (await readFile(keyFile, 'utf8')).trim();
  if (!/^[A-Za-z0-9_-]{20,100}$/.test(key)) throw new UsageError(t('cli:import.fault.noKey'));
  return { plant, key };
}

/** Plain-language reason of a failure. Never contains the key or a line of the file. */
function describeImportError(error: unknown, { t, signal }: CommandContext): string {
  if (signal?.aborted === true) return t('cli:import.interrupted');
  if (error instanceof UsageError) return error.message;
  if (error instanceof PlantRefusal) {
    if (error.code === 'network') return t('cli:import.fault.unreachable');
    if (error.code === 'invalid_api_key' || error.code === 'missing_api_key') return t('cli:import.fault.wrongKey');
    return error.code === 'no_perms'
      ? t('cli:import.fault.noRight')
      : t('cli:import.fault.refused', { code: error.code });
  }
  if (error instanceof BrokenFile) return t('cli:import.fault.brokenFile', { line: String(error.line) });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return t('cli:import.fault.noFile');
  return t('cli:import.fault.stopped', { code: code || '-' });
}
