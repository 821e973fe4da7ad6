import { parse } from 'csv-parse';
import type { ImportLine, ImportOptions } from '@varco/contract/plant/blacklist-files.ts';
import { areDirectMailsValid, parseDirectMails, formatDirectMails } from '@varco/domain/blacklist/direct-mails.ts';
import { formatItalianDay, endOfRomeDay, latestExpiryDay, parseTypedDay } from '@varco/domain/blacklist/expiry.ts';
import { normaliseListPlate } from '@varco/domain/blacklist/list-plate.ts';
import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import type { BlacklistFields, BlacklistRow } from './blacklist.repository.ts';
import { areMailsAllowed, computeMaxExpiryMs } from './blacklist.service.ts';

/** Files of a blacklist: what an import reads and an export writes (readings TA41). */

export type ImportFault = NonNullable<ImportLine['reason']>;

export const MAX_LINES = 100_000;
const MAX_FIELD_CHARACTERS = 4_096;
const MAX_COLUMNS = 64;

/** Column names accepted in a header, in any case. An export writes the first name. */
const COLUMN_NAMES = {
  plate: ['targa', 'plate'],
  expiry: ['scadenza', 'data_scadenza', 'expiry'],
  enabled: ['abilitata', 'enabled'],
  mail: ['all_1'],
  push: ['all_2'],
  radio: ['all_3'],
  chassis: ['telaio', 'chassis'],
  brand: ['marca', 'brand'],
  model: ['modello', 'model'],
  status: ['stato', 'status'],
  note1: ['note1', 'note', 'notes'],
  note2: ['note2'],
  mails: ['mails', 'email'],
} as const;
type ColumnName = keyof typeof COLUMN_NAMES;

const MAX_LENGTHS = { chassis: 45, brand: 45, model: 45, status: 155, note1: 255, note2: 255 } as const;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/u;

/** Cells of one line by column; `line`: line number in the file, from 1. */
export interface FileLine {
  readonly line: number;
  readonly cells: ReadonlyMap<ColumnName, string>;
  readonly fault: ImportFault | null;
}

/** The delimiter that occurs most often in the header. */
function detectDelimiter(header: string): string {
  const times = (sign: string): number => header.split(sign).length;
  return [';', ',', '\t'].toSorted((a, b) => times(b) - times(a))[0] ?? ';';
}

/** Reasons why a whole file is rejected. */
export type FileFault = 'encoding' | 'header' | 'lines' | 'malformed';

/** Decodes UTF-8, else Windows-1252, which older office programs write. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Parses a CSV file with a header in chunks, so that other calls are served meanwhile. */
export async function readListFile(
  bytes: Uint8Array,
  delimiter: string | undefined,
): Promise<readonly FileLine[] | FileFault> {
  if (bytes.includes(0)) return 'encoding';
  const text = decodeText(bytes).replace(/^\uFEFF/, '');
  const header = text.slice(0, MAX_FIELD_CHARACTERS).split('\n', 1)[0] ?? '';
  const parser = parse({
    delimiter: delimiter ?? detectDelimiter(header),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_FIELD_CHARACTERS * 2,
    info: true,
  });
  feedParser(parser, text);
  const lines: FileLine[] = [];
  let columns: readonly (ColumnName | null)[] | null = null;
  try {
    for await (const found of parser) {
      const { fields, line } = toCsvRecord(found);
      if (columns === null) {
        columns = fields.map(findColumn);
        if (!columns.includes('plate')) return 'header';
      } else if (lines.length === MAX_LINES) return 'lines';
      else lines.push(toFileLine(line, fields, columns));
    }
  } catch {
    return 'malformed';
  }
  return columns === null ? 'header' : lines;
}

const PARSER_CHUNK_CHARACTERS = 64 * 1024;

function feedParser(parser: ReturnType<typeof parse>, text: string): void {
  let at = 0;
  const next = (): void => {
    while (at < text.length) {
      const hasRoom = parser.write(text.slice(at, at + PARSER_CHUNK_CHARACTERS));
      at += PARSER_CHUNK_CHARACTERS;
      if (!hasRoom) {
        parser.once('drain', next);
        return;
      }
    }
    parser.end();
  };
  next();
}

function toCsvRecord(found: unknown): { readonly fields: readonly string[]; readonly line: number } {
  const record: unknown = Reflect.get(Object(found), 'record');
  const lines: unknown = Reflect.get(Object(Reflect.get(Object(found), 'info')), 'lines');
  return { fields: Array.isArray(record) ? record.map(String) : [], line: typeof lines === 'number' ? lines : 0 };
}

function findColumn(name: string): ColumnName | null {
  const requested = name.trim().toLowerCase();
  for (const [column, names] of Object.entries(COLUMN_NAMES))
    if (names.some((one) => one === requested) && isColumnName(column)) return column;
  return null;
}
const isColumnName = (name: string): name is ColumnName => Object.hasOwn(COLUMN_NAMES, name);

function toFileLine(line: number, fields: readonly string[], columns: readonly (ColumnName | null)[]): FileLine {
  const cells = new Map<ColumnName, string>();
  for (const [at, column] of columns.entries()) if (column !== null) cells.set(column, unescapeCell(fields[at] ?? ''));
  const isOdd = fields.length > Math.min(columns.length, MAX_COLUMNS);
  const isLong = fields.some((field) => field.length > MAX_FIELD_CHARACTERS);
  return { line, cells, fault: isOdd ? 'columns' : isLong ? 'too_long' : null };
}

/** The text of a cell without the leading apostrophe that stops spreadsheets from evaluating it. */
const unescapeCell = (text: string): string => text.trim().replace(/^'(?=[=+\-@])/, '');

/** A validated line, ready to be imported. */
export interface ReadyLine {
  readonly line: number;
  readonly plate: string;
  readonly fields: BlacklistFields;
}

export interface LineRules {
  readonly mailDomains: readonly string[];
  /** Last instant of the day in a cell, of the default day for an empty cell; null: not a day. */
  readonly parseExpiry: (text: string) => string | null;
  readonly maxExpiryMs: number;
  readonly alarms: { readonly all_1: boolean; readonly all_2: boolean; readonly all_3: boolean };
}

const TRUE_VALUES = new Set(['1', 'si', 'sì', 'true', 'yes', 'x']);
const parseFlag = (text: string | undefined, usual: boolean): boolean =>
  text === undefined || text === '' ? usual : TRUE_VALUES.has(text.toLowerCase());

/** Validates one line. Returns the fields to store, or the reason why it is rejected. */
export function validateListLine({ line, cells, fault }: FileLine, rules: LineRules): ReadyLine | ImportFault {
  if (fault !== null) return fault;
  const text = (column: ColumnName): string => cells.get(column) ?? '';
  const plate = normaliseListPlate(text('plate'));
  if (plate === null) return 'plate';
  for (const [column, most] of Object.entries(MAX_LENGTHS))
    if (isColumnName(column) && text(column).length > most) return 'too_long';
  if ([...cells.values()].some((cell) => CONTROL_CHARACTERS.test(cell))) return 'characters';
  const expiresAt = rules.parseExpiry(text('expiry'));
  if (expiresAt === null) return 'expiry';
  if (parseInstantMs(expiresAt) > rules.maxExpiryMs) return 'too_far';
  const mails = text('mails') === '' ? null : text('mails');
  if (mails !== null && (mails.length > 255 || !areDirectMailsValid(mails))) return 'mails';
  if (!areMailsAllowed(mails, rules.mailDomains)) return 'mail_domain';
  return {
    line,
    plate,
    fields: {
      is_approximate: false,
      is_enabled: parseFlag(cells.get('enabled'), true),
      is_alarming: true,
      mail_alarm: mails !== null || parseFlag(cells.get('mail'), rules.alarms.all_1),
      push_alarm: parseFlag(cells.get('push'), rules.alarms.all_2),
      radio_alarm: parseFlag(cells.get('radio'), rules.alarms.all_3),
      all_4: 0,
      group_id: null,
      is_interforce: false,
      chassis: text('chassis'),
      brand: text('brand'),
      model: text('model'),
      status_text: text('status'),
      note1: text('note1'),
      note2: text('note2'),
      mails: formatDirectMails(parseDirectMails(mails)),
      expires_at: expiresAt,
    },
  };
}

/** Rules of one import. Parsed days are cached, because a file has few different ones. */
export function buildLineRules(
  options: Pick<ImportOptions, 'default_expiry' | 'alarms'>,
  mailDomains: readonly string[],
  now: string,
): LineRules {
  const nowMs = parseInstantMs(now);
  const known = new Map<string, string | null>([['', endOfRomeDay(options.default_expiry ?? latestExpiryDay(nowMs))]]);
  return {
    mailDomains,
    alarms: options.alarms,
    maxExpiryMs: computeMaxExpiryMs(now),
    parseExpiry(text) {
      const before = known.get(text);
      if (before !== undefined) return before;
      const day = parseTypedDay(text, nowMs);
      const end = day === null ? null : endOfRomeDay(day);
      known.set(text, end);
      return end;
    },
  };
}

/** A CSV cell, quoted where needed and escaped so that a spreadsheet does not evaluate it. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\u0000]/.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes entries as a CSV file that an import can read again. */
export function writeListFile(rows: readonly BlacklistRow[]): string {
  const bit = (value: boolean): string => (value ? '1' : '0');
  const header = Object.values(COLUMN_NAMES).map(([name]) => name);
  const lines = rows.map((row) => [
    row.plate,
    formatItalianDay(toRomeDay(parseInstantMs(row.expires_at))),
    bit(row.is_enabled),
    bit(row.mail_alarm),
    bit(row.push_alarm),
    bit(row.radio_alarm),
    row.chassis,
    row.brand,
    row.model,
    row.status_text,
    row.note1,
    row.note2,
    row.mails ?? '',
  ]);
  return `${[header, ...lines].map((cells) => cells.map(csvCell).join(';')).join('\r\n')}\r\n`;
}
