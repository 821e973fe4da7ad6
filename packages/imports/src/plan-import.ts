import { type CsvRecord, detectDelimiter, sampleRecords } from './csv-records.ts';
import { type Mapping, mapHeader, type Meaning, mapRefersTo, applyMapOption, isUtcName } from './column-names.ts';
import type { InspectedFile } from './inspect-file.ts';
import { detectTimeFormat, parseTimeFormatOption, type TimeFormat } from './time-format.ts';
import { OPTIONAL_MEANINGS, type Plan, convertRecord, getValue, readRecordTime } from './convert-record.ts';
import { openZone } from './wall-clock.ts';

/** Options of the user about the file. */
export interface GivenPlan {
  /** Text of `--map`, which corrects the columns found. */
  readonly map: string | null;
  /** All columns as chosen by hand, instead of those found; null: as found. */
  readonly mapping: Mapping | null;
  readonly gate: string | null;
  readonly timeFormat: string | null;
  readonly delimiter: string | null;
  /** Zone of times without one; null: UTC where the title of the column says so, else Europe/Rome. */
  readonly zone: string | null;
  readonly gateNames: ReadonlyMap<string, string>;
}

/** Columns and first records of a file, before anything is known about their values. */
export interface FileShape {
  readonly delimiter: string;
  /** Names of the columns, or their numbers when the file has no header. */
  readonly columns: readonly string[];
  /** Line number of the header; 0: no header. */
  readonly headerLine: number;
  /** Meanings of the columns: as chosen, or as found by their names. */
  readonly mapping: Mapping;
  readonly sample: readonly CsvRecord[];
}

/** How a file will be parsed, with its first records as a preview. */
export interface PlannedImport extends Omit<FileShape, 'mapping'> {
  readonly plan: Plan;
  /** True when no value of the sample shows whether day or month comes first. */
  readonly isOrderGuessed: boolean;
  /** Zone of times without one. */
  readonly zoneName: string;
  /** Columns that are ignored because their values do not fit the meaning of their name. */
  readonly dropped: readonly Meaning[];
}

/** Why a file cannot be planned: a code with a text in the language files, and a detail for that text. */
export interface PlanFault {
  readonly fault:
    | 'empty'
    | 'wrongMap'
    | 'noPlate'
    | 'noTime'
    | 'noGate'
    | 'wrongTimeFormat'
    | 'unfitTimeFormat'
    | 'unknownTimes';
  readonly detail: string;
  /** What is known of the file nevertheless; null: nothing. */
  readonly shape: FileShape | null;
}

const SAMPLE_ROWS = 2_000;

/** Detects delimiter, header, column meanings and time format from the beginning of a file. */
export function planImport(file: Pick<InspectedFile, 'sample'>, input: GivenPlan): PlannedImport | PlanFault {
  const shape = findShape(file.sample, input);
  if ('fault' in shape) return shape;
  const { mapping, columns, sample } = shape;
  const fault = findMissing(mapping, input, columns);
  if (fault !== null) return { ...fault, shape };
  const times = chooseTimeFormat(collectTimes(sample, mapping), input.timeFormat);
  if ('fault' in times) return { ...times, shape };
  const shares = sample.map(({ fields }) => Number(getValue(fields, mapping, 'confidence')?.replace(',', '.') ?? 0));
  const zoneName = input.zone ?? (areTimesUtc(columns, mapping) ? 'UTC' : 'Europe/Rome');
  const plan: Plan = {
    mapping,
    format: times.format,
    zone: openZone(zoneName),
    gate: input.gate,
    gateNames: input.gateNames,
    isConfidenceShare: shares.every((share) => share <= 1),
  };
  if (input.timeFormat !== null && !sample.some(({ fields }) => readRecordTime(fields, plan) !== null))
    return { fault: 'unfitTimeFormat', detail: toShortDetail(collectTimes(sample, mapping)), shape };
  const dropped = input.mapping === null ? findUnfitColumns(sample, plan, input.map ?? '') : [];
  const stored = new Map([...mapping].filter(([meaning]) => !dropped.includes(meaning)));
  return {
    ...shape,
    plan: { ...plan, mapping: stored },
    isOrderGuessed: times.isGuessed,
    zoneName,
    dropped,
  };
}

/** Delimiter, header and meanings of the columns. */
function findShape(text: string, input: GivenPlan): FileShape | PlanFault {
  const delimiter = input.delimiter ?? detectDelimiter(text);
  const records = sampleRecords(text, delimiter, SAMPLE_ROWS);
  const first = records[0];
  if (first === undefined) return { fault: 'empty', detail: '', shape: null };
  const hasHeader = isHeader(first.fields, input.map);
  const columns = hasHeader ? first.fields : first.fields.map((_field, index) => String(index + 1));
  const found = hasHeader ? mapHeader(columns) : new Map<Meaning, number>();
  const mapping = input.mapping ?? (input.map === null ? found : applyMapOption(found, columns, input.map));
  if (typeof mapping === 'string') return { fault: 'wrongMap', detail: mapping, shape: null };
  const sample = hasHeader ? records.slice(1) : records;
  return { delimiter, columns, headerLine: hasHeader ? first.line : 0, mapping, sample };
}

function chooseTimeFormat(
  values: readonly string[],
  input: string | null,
): { readonly format: TimeFormat; readonly isGuessed: boolean } | Omit<PlanFault, 'shape'> {
  if (input === null) return detectTimeFormat(values) ?? { fault: 'unknownTimes', detail: toShortDetail(values) };
  const format = parseTimeFormatOption(input);
  return format === null ? { fault: 'wrongTimeFormat', detail: input } : { format, isGuessed: false };
}

/** The first value that is not empty, safe for a terminal: an example for a message. */
const toShortDetail = (values: readonly string[]): string =>
  (values.find((value) => value !== '') ?? '').replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 60);

const areTimesUtc = (columns: readonly string[], mapping: Mapping): boolean =>
  (mapping.has('time') ? (['time'] as const) : (['date', 'clock'] as const)).some((meaning) =>
    isUtcName(columns[mapping.get(meaning) ?? -1] ?? ''),
  );

/** True for a line without digits, one with a known column name, or one whose names are used in `--map`. */
const isHeader = (fields: readonly string[], map: string | null): boolean =>
  mapHeader(fields).size > 0 || !fields.some((field) => /\d/.test(field)) || mapRefersTo(fields, map ?? '');

function findMissing(mapping: Mapping, input: GivenPlan, columns: readonly string[]): Omit<PlanFault, 'shape'> | null {
  const detail = columns.join(', ').slice(0, 500);
  if (!mapping.has('plate')) return { fault: 'noPlate', detail };
  if (!mapping.has('time') && !mapping.has('date') && !mapping.has('clock')) return { fault: 'noTime', detail };
  return mapping.has('gate') || input.gate !== null ? null : { fault: 'noGate', detail };
}

/** Values of the column with the times, as they are in the file; empty without such a column. */
export function collectTimes(sample: readonly CsvRecord[], mapping: Mapping): readonly string[] {
  const meaning = (['time', 'date', 'clock'] as const).find((one) => mapping.has(one));
  return meaning === undefined ? [] : sample.map(({ fields }) => getValue(fields, mapping, meaning) ?? '');
}

/** Columns matched by name most of whose values are invalid: they mean something else. */
function findUnfitColumns(sample: readonly CsvRecord[], plan: Plan, input: string): readonly Meaning[] {
  const outcomes = sample.map(({ line, fields }) => ({ fields, outcome: convertRecord(line, fields, plan) }));
  return OPTIONAL_MEANINGS.filter((meaning) => {
    const filled = outcomes.filter(({ fields }) => getValue(fields, plan.mapping, meaning) !== undefined);
    const refused = filled.filter(({ outcome }) => outcome === meaning);
    return !input.includes(`${meaning}=`) && refused.length * 2 > filled.length;
  });
}
