import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PlantSetUp } from '@varco/contract/set-up.ts';
import type { z } from 'zod';
import { type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { findProgram, runProgram, type ServerProgram, type UserIds } from '../run-program.ts';
import { findServiceUser } from '../service-user.ts';
import { readSettings, type Settings, SETTINGS_FOLDER } from '../settings-file.ts';
import { type Asker, createAsker } from './ask-answers.ts';
import { type DatabaseAddresses, getSlug, type Installed, planDatabase, SetUpProblem } from './plan-settings.ts';
import { checkAnswers, readAnswers } from './read-answers.ts';
import {
  findPlaces,
  listDatabaseAddresses,
  makeDataFolder,
  type Places,
  readInstallation,
  type SettingsOutcome,
  writeOwnerSettings,
  writeServerSettings,
} from './write-installation.ts';

/** What all answers have. */
type CommonAnswers = Pick<PlantSetUp, 'data_folder' | 'database'>;

/** What differs between a plant and a portal. */
export interface SetUpKind<T extends CommonAnswers> {
  readonly installed: Installed;
  readonly schema: z.ZodType<T>;
  ask(asker: Asker): Promise<T>;
  plan(answers: T, place: { readonly dataDir: string; readonly databaseUrl: string }): Promise<Settings>;
  /** What its program reads; null: it only says what is there. */
  buildInput(answers: T | null): object;
  /** Prints what the program reports; false: nothing is there. */
  report(output: unknown, texts: Pick<CommandContext, 't' | 'print'>): boolean;
}

/** Folders whose value the programs take over from this command: nothing secret. */
const PASSED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'] as const;

/** The program of the server cannot go on; `reason` is its own line. */
class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

/** Sets a server up, or says what is there; a run that ended in the middle is completed by the next one. */
export async function runSetUp<T extends CommonAnswers>(
  kind: SetUpKind<T>,
  options: OptionValues,
  context: CommandContext,
): Promise<ExitCode> {
  try {
    return await setUp(kind, options, context);
  } catch (error) {
    context.warn(explain(error, context));
    return EXIT.failed;
  }
}

function explain(error: unknown, { t }: CommandContext): string {
  if (error instanceof SetUpProblem) return t(`setup:problem.${error.code}`, error.values);
  if (error instanceof ProgramFailed) return t('setup:failed', { reason: error.message });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const path = error instanceof Error && 'path' in error ? String(error.path) : '-';
  if (error instanceof Error && error.name === 'AbortError') return t('setup:interrupted');
  if (code === 'EACCES' || code === 'EPERM') return t('setup:problem.noRight', { path });
  if (code === 'EROFS' || code === 'ENOSPC') return t('setup:problem.notWritable', { path });
  return t('setup:failed', { reason: code === '' ? '-' : `${code} ${path}` });
}

async function setUp<T extends CommonAnswers>(
  kind: SetUpKind<T>,
  options: OptionValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { t, print, warn } = context;
  const { from } = options;
  if (options['check'] !== undefined && from === undefined) {
    warn(t('setup:checkNeedsFile'));
    return EXIT.couldNot;
  }
  const folder = resolve(options['settings'] ?? SETTINGS_FOLDER);
  const places = findPlaces(folder, kind.installed);
  const user = await findServiceUser();
  let answers: T | null = null;
  if (from !== undefined) {
    const result = await readAnswers(from, kind.schema, t);
    if ('faults' in result) {
      for (const fault of result.faults) warn(`${from}: ${fault}`);
      return EXIT.couldNot;
    }
    answers = result.answers;
    if (options['check'] !== undefined) {
      print(t('setup:file.holds', { file: from }));
      return EXIT.ok;
    }
  } else {
    const { settings } = await readInstallation(places);
    if (settings !== null && (await reportExisting(kind, settings, user, context))) return EXIT.ok;
    answers = await askAnswers(kind, context);
    if (answers === null) return EXIT.couldNot;
  }
  await make(kind, answers, { folder, places, user, isChanging: options['change'] !== undefined }, context);
  return EXIT.ok;
}

async function askAnswers<T extends CommonAnswers>(kind: SetUpKind<T>, context: CommandContext): Promise<T | null> {
  const { t, warn, ask } = context;
  if (ask === undefined) {
    warn(t('setup:noTerminal'));
    return null;
  }
  warn(t('setup:intro'));
  const asker = createAsker({ t, ask, warn });
  const result = checkAnswers(await kind.ask(asker), kind.schema, t);
  if ('answers' in result) return (await asker.askYesNo('setup:ask.go', true)) ? result.answers : null;
  for (const fault of result.faults) warn(fault);
  return null;
}

interface MakeOptions {
  readonly folder: string;
  readonly places: Places;
  readonly user: UserIds | null;
  readonly isChanging: boolean;
}

async function make<T extends CommonAnswers>(
  kind: SetUpKind<T>,
  answers: T,
  { folder, places, user, isChanging }: MakeOptions,
  context: CommandContext,
): Promise<void> {
  const { t, print } = context;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const addresses = await planAddresses(answers, folder, places);
  const wanted = await kind.plan(answers, {
    dataDir: answers.data_folder ?? join('/var/lib/varco', getSlug(kind.installed)),
    databaseUrl: addresses.appUrl,
  });
  // Written before anything uses them: an interrupted run finds its own passwords again.
  const { outcome, names } = await writeServerSettings(places, kind.installed, wanted, { user, isChanging });
  print(
    t(`setup:settings.${outcome}` satisfies `setup:settings.${SettingsOutcome['outcome']}`, { file: places.settings }),
  );
  for (const name of names) print(`  ${name}`);
  const settings = (await readSettings(places.settings)) ?? {};
  const dataDir = settings['VARCO_DATA_DIR'] ?? '';
  print(t((await makeDataFolder(dataDir, user)) ? 'setup:folder.made' : 'setup:folder.existing', { folder: dataDir }));
  if (addresses.adminUrl !== '' && settings['VARCO_DATABASE_URL'] === addresses.appUrl) {
    if ((await readSettings(places.ownerSettings)) === null) await writeOwnerSettings(places, addresses);
    await createDatabase(kind, addresses, context);
  }
  const output = await runServer(kind, 'set-up', { settings, input: kind.buildInput(answers), user }, context);
  kind.report(output, context);
}

/** The addresses of the database; without an administrator's address nothing has to be made. */
async function planAddresses(answers: CommonAnswers, folder: string, places: Places): Promise<DatabaseAddresses> {
  if (answers.database === 'embedded') return { adminUrl: '', ownerUrl: '', appUrl: '' };
  const { settings, owner } = await readInstallation(places);
  const ownerUrl = owner?.['VARCO_DATABASE_OWNER_URL'] ?? '';
  const appUrl = settings?.['VARCO_DATABASE_URL'] ?? '';
  try {
    return await planDatabase(answers.database, { ownerUrl, appUrl, others: await listDatabaseAddresses(folder) });
  } catch (error) {
    // The administrator's file may be gone once everything is there.
    const isGone = error instanceof SetUpProblem && error.code === 'noFile';
    if (isGone && ownerUrl !== '' && appUrl !== '') return { adminUrl: '', ownerUrl, appUrl };
    throw error;
  }
}

async function createDatabase<T extends CommonAnswers>(
  kind: SetUpKind<T>,
  { adminUrl, ownerUrl, appUrl }: DatabaseAddresses,
  context: CommandContext,
): Promise<void> {
  const settings = {
    VARCO_DATABASE_ADMIN_URL: adminUrl,
    VARCO_DATABASE_OWNER_URL: ownerUrl,
    VARCO_DATABASE_URL: appUrl,
  };
  // As whoever runs this command: the user of the servers must not be able to read the administrator's address.
  await runServer(kind, 'create-database', { settings, user: null }, context);
  context.print(context.t('setup:database.ready'));
}

/** Says what is there; false: the settings are, but nothing is behind them. */
async function reportExisting<T extends CommonAnswers>(
  kind: SetUpKind<T>,
  settings: Settings,
  user: UserIds | null,
  context: CommandContext,
): Promise<boolean> {
  await makeDataFolder(settings['VARCO_DATA_DIR'] ?? '', user);
  return kind.report(
    await runServer(kind, 'set-up', { settings, input: kind.buildInput(null), user }, context),
    context,
  );
}

interface ServerRun {
  readonly settings: Settings;
  readonly input?: object;
  readonly user: UserIds | null;
}

/** What the program of the server prints. Throws `ProgramFailed` with its line. */
async function runServer<T extends CommonAnswers>(
  { installed }: SetUpKind<T>,
  name: 'create-database' | 'set-up',
  { settings, input, user }: ServerRun,
  context: CommandContext,
): Promise<unknown> {
  const server: ServerProgram = installed.kind === 'plant' ? 'plant-server' : 'portal-server';
  const passed = Object.fromEntries(PASSED_VARIABLES.map((variable) => [variable, context.env[variable]]));
  const { code, output, problem } = await runProgram(findProgram(server, name), {
    env: { ...passed, ...settings },
    ...(input === undefined ? {} : { input: JSON.stringify(input) }),
    user,
    signal: context.signal,
  });
  if (code !== 0) throw new ProgramFailed(problem.replace(/^varco setup[a-z ]*: /, '') || '-');
  return JSON.parse(output);
}
