import type { ImportRead } from '@varco/contract/plant/file-imports.ts';
import type { Meaning } from './column-names.ts';
import { convertRecord, getValue, readRecordTime, type Plan, type RefusalReason } from './convert-record.ts';
import type { CsvRecord } from './csv-records.ts';
import type { Encoding } from './inspect-file.ts';
import { collectTimes, type FileShape, planImport, type PlanFault, type PlannedImport } from './plan-import.ts';
import type { NamedTimeFormat } from './time-format.ts';

/** How a person wants a file to be read; null: as found. */
export interface ReadingChoice {
  readonly encoding: Encoding | null;
  readonly delimiter: string | null;
  /** All meanings with their columns, from 0. */
  readonly columns: readonly (readonly [Meaning, number])[] | null;
  /** A named form such as `dmy`, or a pattern. */
  readonly timeFormat: string | null;
  readonly zone: string | null;
  /** Gate of every line; null: the column says it. */
  readonly gate: string | null;
  /** Gates of the plant by what the file says. */
  readonly gateNames: readonly (readonly [name: string, gate: string])[];
}

/** A column with its first values that are not empty. */
export interface DescribedColumn {
  readonly name: string;
  readonly meaning: Meaning | null;
  readonly examples: readonly string[];
}

/** A line as it would be imported. */
export interface PreviewLine {
  readonly line: number;
  readonly outcome: ImportRead | RefusalReason;
}

/** What is known of a file from its beginning; a plain value that can be sent between threads. */
export interface FileDescription {
  /** Why it cannot be read this way; null: it can. */
  readonly fault: Pick<PlanFault, 'fault' | 'detail'> | null;
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly columns: readonly DescribedColumn[];
  /** Line of the titles; 0: none. */
  readonly headerLine: number;
  /** Named form, or the text of the pattern; null: unknown. */
  readonly timeFormat: { readonly named: NamedTimeFormat } | { readonly pattern: string } | null;
  readonly isOrderGuessed: boolean;
  /** Zone of times without one; null: unknown. */
  readonly zone: string | null;
  /** Columns left out because their values do not fit their title. */
  readonly dropped: readonly Meaning[];
  /** Up to three different times: as written, and the ISO instant; null: unreadable. */
  readonly times: readonly { readonly text: string; readonly at: string | null }[];
  readonly preview: readonly PreviewLine[];
}

const PREVIEW_LINES = 20;
const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_CHARACTERS = 60;

/** Plans the import of a file as chosen. */
export const planChoice = (sample: string, choice: ReadingChoice): PlannedImport | PlanFault =>
  planImport(
    { sample },
    {
      map: null,
      mapping: choice.columns === null ? null : new Map(choice.columns),
      gate: choice.gate,
      timeFormat: choice.timeFormat,
      delimiter: choice.delimiter,
      zone: choice.zone,
      gateNames: new Map(choice.gateNames),
    },
  );

/** Describes a file from its beginning, also when it cannot be read as chosen. */
export function describeFile(sample: string, encoding: Encoding, choice: ReadingChoice): FileDescription {
  const planned = planChoice(sample, choice);
  if ('fault' in planned) {
    const { fault, detail, shape } = planned;
    return { ...describeShape(shape), encoding, fault: { fault, detail }, ...NOTHING_PLANNED, zone: choice.zone };
  }
  const { plan, isOrderGuessed, zoneName, dropped } = planned;
  return {
    ...describeShape({ ...planned, mapping: plan.mapping }),
    encoding,
    fault: null,
    timeFormat: typeof plan.format === 'string' ? { named: plan.format } : { pattern: plan.format.text },
    isOrderGuessed,
    zone: zoneName,
    dropped,
    times: readExamples(planned.sample, plan),
    preview: planned.sample
      .slice(0, PREVIEW_LINES)
      .map(({ line, fields }) => ({ line, outcome: convertRecord(line, fields, plan) })),
  };
}

const NOTHING_PLANNED = { timeFormat: null, isOrderGuessed: false, dropped: [], times: [], preview: [] } as const;

function describeShape(shape: FileShape | null): Pick<FileDescription, 'delimiter' | 'columns' | 'headerLine'> {
  if (shape === null) return { delimiter: ',', columns: [], headerLine: 0 };
  const { delimiter, columns, headerLine, mapping, sample } = shape;
  const meanings = new Map([...mapping].map(([meaning, column]) => [column, meaning]));
  return {
    delimiter,
    headerLine,
    columns: columns.map((name, at) => ({
      name,
      meaning: meanings.get(at) ?? null,
      examples: takeDifferent(sample, ({ fields }) => fields[at]?.trim() ?? '').map((text) =>
        text.slice(0, MAX_EXAMPLE_CHARACTERS),
      ),
    })),
  };
}

/** The first different values that are not empty. */
function takeDifferent(sample: readonly CsvRecord[], read: (record: CsvRecord) => string): readonly string[] {
  const found = new Set<string>();
  for (const record of sample) {
    const value = read(record);
    if (value !== '') found.add(value);
    if (found.size >= MAX_EXAMPLES) break;
  }
  return [...found];
}

function readExamples(sample: readonly CsvRecord[], plan: Plan): FileDescription['times'] {
  const values = collectTimes(sample, plan.mapping);
  const shown = new Map<string, string | null>();
  for (const [at, value] of values.entries()) {
    const fields = sample[at]?.fields ?? [];
    const clock = plan.mapping.has('time') ? undefined : getValue(fields, plan.mapping, 'clock');
    const text = clock === undefined || clock === value ? value : `${value} ${clock}`;
    if (text !== '' && !shown.has(text)) shown.set(text, readRecordTime(fields, plan));
    if (shown.size >= MAX_EXAMPLES) break;
  }
  return [...shown].map(([text, at]) => ({ text: text.slice(0, MAX_EXAMPLE_CHARACTERS), at }));
}
