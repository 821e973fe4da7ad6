import { MAX_PERSON_TRANSITS, type PersonFindings, type PersonTransit } from '@varco/contract/plant/person-requests.ts';
import { addDays, romeDayStart } from '@varco/domain/time/rome.ts';
import { CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { readGates } from '../gates/gates.public.ts';
import { FLAG } from '../transits/transits.public.ts';
import {
  type PersonRecords,
  type PersonScope,
  type PersonTransitRow,
  readPersonRecords,
  readPersonTransits,
} from './person-data.repository.ts';
import type { PersonRequestsDeps } from './person-requests.deps.ts';
import type { EnteredRequest } from './person-requests.repository.ts';
import { summariseRestricted } from './restriction/restricted.repository.ts';

/** What the plant holds about the plate of a request. `rows` are the transits in the order of `transits`. */
export interface PersonData {
  readonly scope: PersonScope;
  readonly rows: readonly PersonTransitRow[];
  readonly findings: PersonFindings;
  readonly transits: PersonTransit[];
}

type Needs = Pick<PersonRequestsDeps, 'store' | 'key'>;
type Question = Pick<EnteredRequest, 'plate' | 'nation' | 'from_day' | 'to_day'>;

/** Transits of the stated vehicle. Throws `conflict`/`request_too_large`. */
async function findTransits({ store }: Needs, question: Question, signal?: AbortSignal) {
  const scope = {
    plate: question.plate,
    fromMs: romeDayStart(question.from_day),
    toMs: romeDayStart(addDays(question.to_day, 1)),
  };
  const found = await readPersonTransits(store.runner, scope, MAX_PERSON_TRANSITS + 1, signal);
  if (found.rows.length > MAX_PERSON_TRANSITS)
    throw new AppError('conflict', { sub: 'request_too_large', data: { max: MAX_PERSON_TRANSITS } });
  // A camera that could not tell the nation says nothing against the stated one.
  const isTheirs = ({ nation }: PersonTransitRow): boolean =>
    question.nation === '' || ['', question.nation].includes(store.codes.getWord('nation', nation));
  return { scope, rows: found.rows.filter(isTheirs), all: found };
}

/** Everything about the plate of a request in its period. Throws `conflict`/`request_too_large`. */
export async function findPersonData(needs: Needs, question: Question, signal?: AbortSignal): Promise<PersonData> {
  const { scope, rows, all } = await findTransits(needs, question, signal);
  const { runner } = needs.store;
  const lookUpMac = needs.key.mac('look-up-key', question.plate);
  const records = await readPersonRecords(runner, scope, { transits: rows, lookUpMac }, signal);
  const restricted = await summariseRestricted(runner, scope);
  const gateNames = new Map((await readGates(runner)).map(({ id, fullname }) => [id, fullname]));
  const nameOf = (gate: number): string => gateNames.get(gate) ?? '';
  const correctedTo = rows.filter(({ plate }) => plate !== question.plate).length;
  return {
    scope,
    rows,
    findings: {
      ...summariseTransits(rows, nameOf, all.rows.length - rows.length),
      ...summariseRecords(records),
      controlli: {
        assicurazione: countChecked(rows, 'insured'),
        revisione: countChecked(rows, 'inspected'),
        registro_il: records.checked_at,
      },
      correzioni: { verso: correctedTo, da: all.corrected_away },
      limitati: { n: restricted.n, dal: restricted.first, al: restricted.last },
    },
    transits: rows.map((row) => ({
      data: row.ts,
      varco: nameOf(row.gate),
      direzione: row.direction,
      corsia: row.lane < 0 ? null : row.lane,
    })),
  };
}

/** Transits whose check was answered with yes or no. */
const countChecked = (rows: readonly PersonTransitRow[], check: 'insured' | 'inspected'): number =>
  rows.filter((row) => ['si', 'no'].includes(CHECK_VALUES[row[check]] ?? '')).length;

function summariseTransits(
  rows: readonly PersonTransitRow[],
  nameOf: (gate: number) => string,
  otherNation: number,
): Pick<PersonFindings, 'transiti' | 'immagini'> {
  const gates = [...Map.groupBy(rows, ({ gate }) => nameOf(gate))].map(([varco, of]) => ({ varco, n: of.length }));
  const countFlag = (flag: number): number => rows.filter(({ flags }) => (flags & flag) !== 0).length;
  return {
    transiti: {
      n: rows.length,
      dal: rows[0]?.ts ?? null,
      al: rows.at(-1)?.ts ?? null,
      varchi: gates.toSorted((a, b) => b.n - a.n || a.varco.localeCompare(b.varco)),
      altra_nazione: otherNation,
    },
    immagini: {
      intere: countFlag(FLAG.full),
      targa: countFlag(FLAG.plate),
      contesto: countFlag(FLAG.context),
    },
  };
}

type RecordFindings = Omit<PersonFindings, 'transiti' | 'immagini' | 'controlli' | 'correzioni' | 'limitati'>;

const summariseRecords = (records: PersonRecords): RecordFindings => ({
  liste: [...records.lists],
  allarmi: [...records.alerts],
  visure: records.look_ups,
  esportazioni: records.exports,
  note: records.notes,
  etichette: records.tagged,
  blocchi: records.holds,
  consultazioni: records.consultations,
});
