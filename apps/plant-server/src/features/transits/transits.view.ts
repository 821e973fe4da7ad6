import type { Transit, PictureTickets, AlarmValue, CheckValue } from '@varco/contract/plant/transit.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { formatAdrCode, ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import type { GatePosition } from '../gates/gates.public.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import type { PlateStats } from './plate-stats.repository.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import type { TransitRow } from './fetch-transits.repository.ts';
import { findMatch } from './match.view.ts';
import { NO_POSITION } from '../../database/read-position.sql.ts';
import { fromDayNumber, FLAG } from './transit-row.ts';

/** Data needed to convert a row to wire format. */
export interface ViewContext {
  readonly scope: TransitScope;
  readonly codes: CodeDictionary;
  readonly gates: ReadonlyMap<number, GatePosition>;
  /** Empty when recurrence was not requested, or the user may not see plates. */
  readonly stats: ReadonlyMap<string, PlateStats>;
  /** Plate query of the search; null: none. */
  readonly plates: PlateQuery | null;
}

export const HIDDEN = '**';
/** A transit that waits for its check, or is never checked, is shown as not checked. */
const toCheckValue = (code: number): CheckValue => CHECK_VALUES[code] || '--';
const toAlarmValue = (code: number): AlarmValue => ALARM_VALUES[code] ?? 'no';
const emptyAsNull = (value: number): number | null => (value < 0 ? null : value);

/** Position of the read if it has one, otherwise of the gate. */
function choosePosition(row: TransitRow, gate: GatePosition | undefined): Pick<Transit, 'gps_lat' | 'gps_lon'> {
  if (row.lat !== NO_POSITION && row.lon !== NO_POSITION) return { gps_lat: row.lat / 1e6, gps_lon: row.lon / 1e6 };
  return { gps_lat: gate?.lat ?? null, gps_lon: gate?.lon ?? null };
}

function toPictures(
  row: TransitRow,
  seesPlates: boolean,
): Pick<
  Transit,
  'image_url' | 'has_image' | 'plate_image_url' | 'has_plate_image' | 'context_image_url' | 'has_context_image'
> {
  const has = (flag: number): boolean => (row.flags & flag) > 0;
  const url = (isThere: boolean, variant: string): string | null =>
    isThere ? `/api/lpr/${row.id}/image?variant=${variant}` : null;
  // Without the permission to see plates only the blurred full picture is available; the picture endpoint blurs it.
  const [full, plate, context] = [has(FLAG.full), has(FLAG.plate) && seesPlates, has(FLAG.context) && seesPlates];
  return {
    has_image: full,
    image_url: url(full, 'full'),
    has_plate_image: plate,
    plate_image_url: url(plate, 'plate'),
    has_context_image: context,
    context_image_url: url(context, 'context'),
  };
}

type Checks = Pick<
  Transit,
  'assicurata' | 'scadass' | 'revisionata' | 'scadrev' | 'rubata' | 'sives' | 'agenti' | 'allarme'
>;

function toChecks(row: TransitRow, codes: CodeDictionary, seesPlates: boolean): Checks {
  if (!seesPlates) {
    return {
      assicurata: HIDDEN,
      scadass: null,
      revisionata: HIDDEN,
      scadrev: null,
      rubata: HIDDEN,
      sives: HIDDEN,
      agenti: '',
      allarme: HIDDEN,
    };
  }
  return {
    assicurata: toCheckValue(row.insured),
    scadass: fromDayNumber(row.insured_until),
    revisionata: toCheckValue(row.inspected),
    scadrev: fromDayNumber(row.inspected_until),
    rubata: toCheckValue(row.stolen),
    sives: codes.getWord('sives', row.sives),
    agenti: '',
    allarme: toAlarmValue(row.alarm),
  };
}

function toHazard(
  row: TransitRow,
): Pick<Transit, 'is_adr' | 'ADR' | 'adr_raw' | 'adr_class' | 'adr_un_no' | 'adr_kemler' | 'adr_primary_label'> {
  const unNumber = row.adr_un === 0 ? '' : String(row.adr_un).padStart(4, '0');
  const code = formatAdrCode(row.adr_kemler, unNumber);
  return {
    is_adr: code !== '',
    ADR: code,
    adr_raw: row.adr_kemler + unNumber,
    adr_class: row.adr_class,
    adr_un_no: unNumber,
    adr_kemler: row.adr_kemler,
    adr_primary_label: row.adr_class,
  };
}

function toRecurrence(
  stats: PlateStats | undefined,
): Pick<Transit, 'count_transits' | 'g_transits' | 'g_transit_days' | 'first_seen' | 'last_seen'> {
  return {
    count_transits: stats?.total ?? 0,
    g_transits: stats?.inWindow ?? 0,
    g_transit_days: stats?.days ?? 0,
    first_seen: stats?.firstSeen ?? null,
    last_seen: stats?.lastSeen ?? null,
  };
}

/** Text of a value that describes one vehicle or its owner: empty for users who may not see plates. */
const showText = (seesPlates: boolean, text: string): string => (seesPlates ? text : '');

/**
 * Converts a row to what this user may see (T 3.1, T 6). A redacted row keeps what describes traffic: time, gate,
 * class, nation, speed, EURO class, dangerous goods. It loses what points, with time and gate, at one vehicle or
 * household: plate, make, model, colour, province, town, checks.
 */
export function toTransit(row: TransitRow, context: ViewContext, tickets?: PictureTickets): Transit {
  const { scope, codes } = context;
  const gate = context.gates.get(row.gate);
  const { seesPlates } = scope;
  return {
    id: row.id,
    targa: seesPlates ? row.plate : HIDDEN,
    targa_corretta: seesPlates ? row.corrected : null,
    confidence: row.confidence < 0 ? null : row.confidence / 10,
    confidence_chars: seesPlates ? [...row.confidence_chars] : [],
    nazione: codes.getWord('nation', row.nation),
    provincia: showText(seesPlates, codes.getWord('province', row.province)),
    comune: showText(seesPlates, codes.getWord('comune', row.comune)),
    data: row.ts,
    varco: gate?.fullname ?? '',
    varco_id: row.gate,
    direction: row.direction,
    lane: emptyAsNull(row.lane),
    class: codes.getWord('class', row.vclass),
    ...choosePosition(row, gate),
    speed: emptyAsNull(row.speed),
    ...toPictures(row, seesPlates),
    redacted: !seesPlates,
    marca: showText(seesPlates, codes.getWord('brand', row.brand)),
    modello: showText(seesPlates, codes.getWord('model', row.model)),
    colore: showText(seesPlates, codes.getWord('colour', row.colour)),
    euro: emptyAsNull(row.euro),
    ...toRecurrence(seesPlates ? context.stats.get(row.plate) : undefined),
    t_max: scope.tMaxMinutes,
    ...toChecks(row, codes, seesPlates),
    ...toHazard(row),
    match: findMatch(row, context.plates),
    ...(seesPlates ? { n_note: row.notes } : {}),
    ...(tickets === undefined ? {} : { tickets }),
  };
}
