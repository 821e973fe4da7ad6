import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openParameterFile, PARAMETER_FILE_MAX_BYTES, type ExportParameters } from '@varco/evidence/parameter-file.ts';
import { formatBytes } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { fetchPart, isDownloaded, PartRefused, type Peer } from './plant-part.ts';
import { findFirstFlaw, type PeerResult, unpackArchive, writeArchive } from './write-export.ts';

/** Exit codes: everything exported; something missing or wrong; could not start. */
export const EXIT = { ok: 0, failed: 1, couldNot: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Access of the exporter to the outside world. */
export interface ExporterContext {
  readonly t: Translate;
  readonly language: Language;
  readonly now: () => string;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  /** Prints one line that replaces the previous one; null clears it. Absent when the output is not a terminal. */
  readonly progress?: (line: string | null) => void;
  readonly ask?: (question: string) => Promise<string>;
  /** Reads the PIN from standard input, for `--pin-stdin`. @throws RangeError when it is too long */
  readonly readSecret?: () => Promise<string>;
  readonly signal: AbortSignal;
  readonly retryMs?: number;
}

const PartFacts = z.object({ transits: z.int().min(0), whole: z.boolean() });

const FAULT_BY_FILE_ERROR = { malformed: 'malformed', wrong_pin: 'wrongPin', expired: 'expired' } as const;

interface Arguments {
  readonly file: string;
  readonly pin: string | null;
  /** The PIN is the first line of standard input. */
  readonly isPinPiped: boolean;
  readonly out: string;
  readonly isFolder: boolean;
}

function readArguments(args: readonly string[]): Arguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        pin: { type: 'string' },
        'pin-stdin': { type: 'boolean' },
        out: { type: 'string' },
        folder: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    const [file] = positionals;
    const isPinPiped = values['pin-stdin'] === true;
    const isPinTwice = isPinPiped && values.pin !== undefined;
    if (file === undefined || positionals.length > 1 || values.help === true || isPinTwice) return null;
    return { file, pin: values.pin ?? null, isPinPiped, out: values.out ?? '.', isFolder: values.folder === true };
  } catch {
    return null;
  }
}

/** Runs the whole export: reads the parameters, downloads all parts, writes the result and verifies it. */
export async function runExporter(args: readonly string[], context: ExporterContext): Promise<ExitCode> {
  const { t, print, warn } = context;
  const input = readArguments(args);
  if (input === null) {
    print(t('evidence:exporter.usage'));
    print(t('evidence:exporter.about'));
    return args.includes('--help') ? EXIT.ok : EXIT.couldNot;
  }
  const parameters = await decryptParameters(input, context);
  if (parameters === null) return EXIT.couldNot;
  const name = `esportazione-${parameters.guid.slice(0, 8)}`;
  const path = join(input.out, input.isFolder ? name : `${name}.zip`);
  if (await pathExists(path)) {
    warn(t('evidence:exporter.exists', { path }));
    return EXIT.couldNot;
  }
  const work = join(input.out, `${name}.work`);
  await mkdir(work, { recursive: true, mode: 0o700 });
  print(t('evidence:exporter.begin', { count: parameters.peers.length, user: parameters.user }));
  try {
    const results = await fetchAllParts(parameters, work, context);
    return await finishExport(parameters, results, { path, work, isFolder: input.isFolder }, context);
  } catch (error) {
    if (!context.signal.aborted) throw error;
    warn(t('evidence:exporter.interrupted'));
    return EXIT.failed;
  } finally {
    context.progress?.(null);
  }
}

async function decryptParameters(
  { file, pin, isPinPiped }: Arguments,
  { t, warn, ask, readSecret, now }: ExporterContext,
): Promise<ExportParameters | null> {
  const text = await stat(file)
    .then(({ size }) => (size > PARAMETER_FILE_MAX_BYTES ? '' : readFile(file, 'utf8')))
    .catch(() => null);
  if (text === null) {
    warn(t('evidence:exporter.noFile', { file }));
    return null;
  }
  const piped = isPinPiped ? await readSecret?.().catch(() => '') : undefined;
  const typed = piped ?? pin ?? (await ask?.(t('evidence:exporter.askPin'))) ?? '';
  const found = await openParameterFile(text, typed, now());
  if (found.ok) return found.parameters;
  warn(t(`evidence:exporter.${FAULT_BY_FILE_ERROR[found.fault]}`));
  return null;
}

async function fetchAllParts(
  parameters: ExportParameters,
  work: string,
  context: ExporterContext,
): Promise<readonly PeerResult[]> {
  const results: PeerResult[] = [];
  for (const peer of parameters.peers) results.push(await fetchOnePart(parameters, peer, work, context));
  return results;
}

async function fetchOnePart(
  parameters: ExportParameters,
  peer: Peer,
  work: string,
  { t, language, print, warn, progress, signal, retryMs }: ExporterContext,
): Promise<PeerResult> {
  const path = join(work, `${peer.peer_number}.zip`);
  const plant = peer.label;
  try {
    const before = (await isDownloaded(path)) ? await readFacts(path) : null;
    if (before !== null) return { peer, path, fault: null, ...before };
    const part = await fetchPart(
      {
        peer,
        guid: parameters.guid,
        zipPassword: parameters.zip_password,
        path,
        ...(retryMs === undefined ? {} : { retryMs }),
      },
      {
        building: (done, total) => progress?.(t('evidence:exporter.building', { plant, done, total })),
        downloading: (done, total) =>
          progress?.(
            t('evidence:exporter.downloading', {
              plant,
              done: formatBytes(done, 1024, language),
              total: formatBytes(total, 1024, language),
            }),
          ),
      },
      signal,
    );
    const facts = { transits: part.progress_count, whole: part.complete };
    await writeFile(`${path}.json`, JSON.stringify(facts), { mode: 0o600 });
    progress?.(null);
    print(t('evidence:exporter.done', { plant, transits: facts.transits }));
    return { peer, path, fault: null, ...facts };
  } catch (error) {
    if (!(error instanceof PartRefused)) throw error;
    progress?.(null);
    warn(t(`evidence:exporter.fault.${error.fault}`, { plant }));
    return { peer, path: null, fault: error.fault, transits: 0, whole: false };
  }
}

/** Description of a part that an earlier run downloaded; null: download it again. */
async function readFacts(path: string): Promise<z.infer<typeof PartFacts> | null> {
  try {
    return PartFacts.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
  } catch {
    await rm(path, { force: true });
    return null;
  }
}

interface ExportTarget {
  readonly path: string;
  readonly work: string;
  readonly isFolder: boolean;
}

async function finishExport(
  parameters: ExportParameters,
  results: readonly PeerResult[],
  { path, work, isFolder }: ExportTarget,
  { t, language, print, warn, now, signal }: ExporterContext,
): Promise<ExitCode> {
  signal.throwIfAborted();
  const missing = results.filter((result) => result.path === null);
  if (missing.length === results.length) {
    warn(t('evidence:exporter.nothing'));
    return EXIT.failed;
  }
  // An unavailable plant may deliver its part in a later run, so the downloaded parts are kept until then.
  const mayRetry = missing.some(({ fault }) => fault === 'unreachable' || fault === 'changed');
  const archive = join(work, 'whole.zip');
  await rm(archive, { force: true });
  await writeArchive(parameters, results, archive, now());
  print(t('evidence:exporter.verifying'));
  const flaw = await findFirstFlaw(archive, parameters.zip_password);
  if (flaw !== null) {
    const words = t(`evidence:verify.finding.${flaw.code}`);
    warn(t('evidence:exporter.notVerified', { finding: `${flaw.file}: ${words}` }));
    return EXIT.failed;
  }
  // A result is written in both cases: without waiting for the missing plant, the user has the other parts, in a file
  // named as incomplete.
  const written = mayRetry ? buildIncompleteName(path, isFolder) : path;
  await writeResult(parameters, archive, { path: written, work, isFolder });
  print(
    t('evidence:exporter.written', { path: written, size: formatBytes((await stat(archive)).size, 1024, language) }),
  );
  if (!isFolder) print(t('evidence:exporter.password'));
  if (mayRetry) {
    warn(t('evidence:exporter.incomplete'));
    return EXIT.failed;
  }
  await rm(buildIncompleteName(path, isFolder), { recursive: true, force: true });
  await rm(work, { recursive: true, force: true });
  return missing.length === 0 ? EXIT.ok : EXIT.failed;
}

const buildIncompleteName = (path: string, isFolder: boolean): string =>
  isFolder ? `${path}-incompleta` : path.replace(/\.zip$/, '-incompleta.zip');

async function writeResult(
  { zip_password: password }: ExportParameters,
  archive: string,
  { path, isFolder }: ExportTarget,
) {
  await rm(path, { recursive: true, force: true });
  return isFolder ? unpackArchive(archive, path, password) : copyFile(archive, path);
}

const pathExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
