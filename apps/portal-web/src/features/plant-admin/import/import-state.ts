import type { Gate } from '@varco/contract/plant/gates.ts';
import type { ImportForm, ImportSummary } from '@varco/contract/plant/file-imports.ts';
import { MEANINGS, type Meaning } from '@varco/imports/column-names.ts';
import type { FileDescription, ReadingChoice } from '@varco/imports/describe-file.ts';
import type { FileContents, OpenedFile } from '@varco/imports/file-reader.ts';
import type { fileImport } from '@varco/i18n/it/file-import.ts';
import type { KnownImports, MatchedGate } from './file-import.api.ts';

/** Where an import is: `form` shows how the file is read, `checked` what the plant would store. */
export type ImportStep = 'choose' | 'reading' | 'form' | 'checking' | 'checked' | 'storing' | 'done';

/** Why a step could not be done: a code with a text, and a detail for it. */
export interface ImportFault {
  readonly code: keyof (typeof fileImport)['fault'];
  readonly detail: string;
}

/** How far the check of a file is. */
export interface CheckProgress {
  readonly state: 'running' | 'paused' | 'lost';
  readonly lines: number;
  readonly accepted: number;
  /** Accepted reads of a vehicle whose plate was not read. */
  readonly unread: number;
  /** Lines by reason. */
  readonly refused: ReadonlyMap<string, number>;
  readonly refusedCount: number;
  /** Lines a second; null: too early to say. */
  readonly rate: number | null;
  /** First and last time of the accepted reads, ISO; null: none. */
  readonly span: { readonly first: string; readonly last: string } | null;
}

export interface ImportState {
  readonly step: ImportStep;
  readonly file: File | null;
  readonly readBytes: number;
  readonly opened: OpenedFile | null;
  readonly fault: ImportFault | null;
  readonly known: KnownImports | null;
  /** Without the gates, which are in `chosenGates`. */
  readonly choice: ReadingChoice;
  readonly description: FileDescription | null;
  /** Null while the file is counted. */
  readonly contents: FileContents | null;
  readonly countedLines: number;
  readonly plantGates: readonly Gate[];
  /** Gates of the plant by their name in the file; null: unknown to the plant. */
  readonly matches: ReadonlyMap<string, MatchedGate>;
  /** Names of gates of the plant by the name in the file that means them. */
  readonly chosenGates: ReadonlyMap<string, string>;
  readonly createGates: boolean;
  readonly progress: CheckProgress | null;
  readonly summary: ImportSummary | null;
}

const AS_FOUND: ReadingChoice = {
  encoding: null,
  delimiter: null,
  columns: null,
  timeFormat: null,
  zone: null,
  gate: null,
  gateNames: [],
};

export const EMPTY_IMPORT: ImportState = {
  step: 'choose',
  file: null,
  readBytes: 0,
  opened: null,
  fault: null,
  known: null,
  choice: AS_FOUND,
  description: null,
  contents: null,
  countedLines: 0,
  plantGates: [],
  matches: new Map(),
  chosenGates: new Map(),
  createGates: false,
  progress: null,
  summary: null,
};

/** The choice with the gates: files often name a gate by its number on the plant. */
export function buildChoice({ choice, plantGates, chosenGates }: ImportState): ReadingChoice {
  const numbers = plantGates.map(({ id, fullname }) => [String(id), fullname] as const);
  return { ...choice, gateNames: [...new Map([...numbers, ...chosenGates])] };
}

/** Names in the file that mean no gate of the plant, neither by themselves nor by choice. */
export const findUnknownGates = ({ contents, matches, chosenGates }: ImportState): readonly string[] =>
  (contents?.gates ?? []).flatMap(({ name }) => (matches.get(name) === null && !chosenGates.has(name) ? [name] : []));

/** True when the plant can be asked to check the file. */
export const isReadyToCheck = ({ description, contents }: ImportState): boolean =>
  description !== null &&
  description.fault === null &&
  contents !== null &&
  contents.lines > 0 &&
  !contents.hasTooManyGates;

/** Meanings of the columns as they are, as a choice that can be changed. */
export const toColumns = (description: FileDescription): readonly (readonly [Meaning, number])[] =>
  description.columns.flatMap(({ meaning }, at) => (meaning === null ? [] : [[meaning, at] as const]));

/** The columns with another meaning of one of them; null: unused. A meaning has one column, and a full time replaces its parts. */
export function changeMeaning(
  columns: readonly (readonly [Meaning, number])[],
  at: number,
  meaning: Meaning | null,
): readonly (readonly [Meaning, number])[] {
  const replaced: readonly (Meaning | null)[] =
    meaning === 'time'
      ? ['time', 'date', 'clock']
      : meaning === 'date' || meaning === 'clock'
        ? [meaning, 'time']
        : [meaning];
  const others = columns.filter(([one, column]) => column !== at && !replaced.includes(one));
  return meaning === null ? others : [...others, [meaning, at]];
}

/** What the plant stores about how the file is read, so that the import can be continued. */
export function buildForm({ choice, chosenGates, description }: ImportState): ImportForm | null {
  if (description === null || description.zone === null || description.timeFormat === null) return null;
  const { timeFormat } = description;
  return {
    encoding: description.encoding,
    delimiter: description.delimiter,
    columns: toColumns(description).map(([meaning, column]) => ({ meaning, column })),
    time_format: 'named' in timeFormat ? timeFormat.named : timeFormat.pattern,
    zone: description.zone,
    gate: choice.gate,
    gates: [...chosenGates].map(([name, gate]) => ({ name, gate })),
  };
}

/** The choice stored with an import. */
export function parseForm(form: ImportForm): Pick<ImportState, 'choice' | 'chosenGates'> {
  const columns = form.columns.flatMap(({ meaning, column }) => {
    const known = MEANINGS.find((one) => one === meaning);
    return known === undefined ? [] : [[known, column] as const];
  });
  return {
    choice: {
      encoding: form.encoding,
      delimiter: form.delimiter,
      columns,
      timeFormat: form.time_format,
      zone: form.zone,
      gate: form.gate,
      gateNames: [],
    },
    chosenGates: new Map(form.gates.map(({ name, gate }) => [name, gate])),
  };
}
