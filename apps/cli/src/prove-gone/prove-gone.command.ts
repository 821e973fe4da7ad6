import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { isValidPlate, normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import pg from 'pg';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { DATABASE_OPTIONS, describeDatabaseError, findDatabaseAddress } from '../database-address.ts';
import { withLanguage } from '../language.ts';
import { MIN_SEARCHED_LENGTH, PlateMatcher } from './plate-matcher.ts';
import { printBackups } from './print-backups.ts';
import { type FileSearch, searchFiles } from './search-files.ts';
import { findStoredPlates, hasOwnTerm, readRecordedEnds, readRelationFiles } from './stored-plates.repository.ts';

/** Maximum number of findings printed for each store; the others are only counted. */
const MAX_PRINTED = 20;

/** Folders of the data folder that are searched, each as a store of its own. */
const FOLDERS = ['postgres', 'pictures', 'exports', 'cameras'] as const;

/**
 * `varco prove-gone`: searches rows, and bytes of the database's files, of its log of changes, of pictures, exports and other folders
 * for plates that must be gone (ADR 0009).
 */
export const proveGone: Command = {
  words: 'prove-gone',
  summary: 'proveGone:summary',
  operands: ['PLATES'],
  options: {
    ...DATABASE_OPTIONS,
    folder: { text: 'proveGone:option.folder', value: 'DIR', repeats: true },
    lang: { text: 'setup:option.lang', value: 'it|en' },
  },
  async run({ options, operands }, given) {
    const context = withLanguage(given, options);
    const plates = await readPlates(operands[0] ?? '', context);
    if (plates === null) return EXIT.couldNot;
    const search = new Search(plates, context);
    try {
      await search.searchDatabase(options);
      await search.searchFolders(options);
    } finally {
      context.progress?.(null);
    }
    return search.conclude();
  },
};

/** Plates to search, one a line. Null: the file cannot be read or a line is no plate, and that was said. */
async function readPlates(file: string, { t, warn }: CommandContext): Promise<readonly string[] | null> {
  // A file descriptor has no limit of length, unlike a password on standard input.
  const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch(() => null);
  if (text === null) {
    warn(t('proveGone:noFile', { file }));
    return null;
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const plates = lines.map((line) => normalisePlate(line.trim()));
  const wrong = plates.findIndex(
    (plate) => plate === null || !isValidPlate(plate) || plate.length < MIN_SEARCHED_LENGTH,
  );
  if (wrong >= 0 || lines.length === 0) {
    warn(t('proveGone:wrongPlate', { line: String(wrong + 1), least: String(MIN_SEARCHED_LENGTH) }));
    return null;
  }
  return [...new Set(plates.filter((plate) => plate !== null))];
}

/** First two characters: enough to recognise a plate in the list, too little to tell it to others. */
const maskPlate = (plate: string): string => plate.slice(0, 2).padEnd(plate.length, '*');

/** Searches one store after the other and prints what each holds. */
class Search {
  private found = 0;
  private isIncomplete = false;
  private relations: ReadonlyMap<string, string> = new Map();
  /** Null: the database was not reached, or records none. */
  private recordedEnds: ReadonlyMap<string, string> | null = null;
  private readonly plates: readonly string[];
  private readonly matcher: PlateMatcher;
  private readonly context: CommandContext;

  constructor(plates: readonly string[], context: CommandContext) {
    this.plates = plates;
    this.matcher = new PlateMatcher(plates);
    this.context = context;
    context.print(context.t('proveGone:searching', { count: plates.length }));
  }

  /** Rows of the database; also notes which file belongs to which table. */
  async searchDatabase(options: OptionValues): Promise<void> {
    const { t, print } = this.context;
    const url = await findDatabaseAddress(options, this.context);
    if (url === null) return this.warnIncomplete(t('proveGone:noDatabase'));
    const client = new pg.Client({ connectionString: url, application_name: 'varco prove-gone' });
    // A connection lost while idle is reported by the next statement.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('set statement_timeout = 0');
      this.relations = await readRelationFiles(client);
      this.recordedEnds = await readRecordedEnds(client);
      const stored = await findStoredPlates(client, this.plates);
      print(t('proveGone:rows', { count: [...stored.values()].flat().length }));
      for (const [table, plates] of stored) for (const plate of plates) this.note(plate, table, hasOwnTerm(table));
    } catch (error) {
      this.warnIncomplete(describeDatabaseError(error, this.context, 'cli:rollups.noPlant'));
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Bytes of the data folder, and of folders that are named. */
  async searchFolders(options: OptionValues): Promise<void> {
    const { t, env, signal } = this.context;
    const dataDir = options['data'] ?? env['VARCO_DATA_DIR'];
    if (dataDir === undefined) this.warnIncomplete(t('proveGone:noData'));
    const own = dataDir === undefined ? [] : FOLDERS.map((name) => join(resolve(dataDir), name));
    const more = options['folder']?.split(',').map((folder) => resolve(folder)) ?? [];
    for (const folder of [...own, ...more]) {
      this.context.progress?.(t('proveGone:atFolder', { folder }));
      const describe = (path: string): string => this.describeFile(folder, path);
      this.printFolder(folder, await searchFiles(folder, this.matcher, describe, signal));
    }
    if (dataDir !== undefined) await printBackups(resolve(dataDir), this.recordedEnds, this.context);
  }

  conclude(): ExitCode {
    const { t, print } = this.context;
    print(t('proveGone:sealed'));
    if (this.found > 0) print(t('proveGone:found', { count: this.found }));
    else print(t(this.isIncomplete ? 'proveGone:incomplete' : 'proveGone:none'));
    if (this.found > 0) return EXIT.failed;
    return this.isIncomplete ? EXIT.couldNot : EXIT.ok;
  }

  /** The table of a file of the database, else the path within the folder. */
  private describeFile(folder: string, path: string): string {
    const name = relative(folder, path);
    // Further files of a table: `16384.1`, and its maps of free and visible rows.
    return this.relations.get(name.replace(/(?:\.\d+|_fsm|_vm)$/, '')) ?? name;
  }

  private printFolder(folder: string, { files, bytes, found, unreadable }: FileSearch): void {
    const { t, print, progress } = this.context;
    progress?.(null);
    print(t('proveGone:folder', { folder, files: String(files), bytes: String(bytes), count: found.size }));
    let printed = 0;
    for (const [plate, names] of found)
      for (const name of names) {
        this.note(plate, name, hasOwnTerm(name), printed >= MAX_PRINTED);
        printed += 1;
      }
    if (printed > MAX_PRINTED) print(`  ${t('proveGone:more', { count: printed - MAX_PRINTED })}`);
    for (const path of unreadable.slice(0, MAX_PRINTED)) this.warnIncomplete(t('proveGone:unreadable', { path }));
  }

  private note(plate: string, store: string, isAllowed: boolean, isSilent = false): void {
    const { t, print } = this.context;
    if (!isAllowed) this.found += 1;
    if (isSilent) return;
    print(`  ${t(isAllowed ? 'proveGone:ownTerm' : 'proveGone:plate', { plate: maskPlate(plate), place: store })}`);
  }

  private warnIncomplete(reason: string): void {
    this.isIncomplete = true;
    this.context.warn(reason);
  }
}
