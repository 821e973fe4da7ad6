import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { NO_BRAND_ID } from '@varco/domain/transits/brand-id.ts';
import { isTaxCode } from '../../../widgets/plate/plate-summary.ts';
import { isAboutPlates } from './filter-groups.ts';
import { computePeriodLimits, type SearchFilter } from '../search/search-filter.ts';

type Wire = Partial<TransitFilter>;

function toPlateWire(filter: SearchFilter): Wire {
  if (filter.plate === '') return {};
  if (filter.hasTaxCodes && isTaxCode(filter.plate)) return { f_codfisc: filter.plate.replace(/[^A-Z0-9]/gi, '') };
  return {
    f_targa: filter.plate,
    ...(filter.misreads ? { f_allowed_plate_misreads: true } : {}),
    ...(filter.variations === 0 ? {} : { f_allowed_plate_errors: filter.variations }),
  };
}

/** A wire field with a list, or no field when the list is empty. */
const optionalList = <K extends keyof TransitFilter>(name: K, values: readonly NonNullable<unknown>[]): Wire =>
  values.length === 0 ? {} : { [name]: values };

function toVehicleWire(filter: SearchFilter): Wire {
  const provinces = [...filter.provincesIn, ...filter.provincesOut.map((id) => -id)];
  return {
    ...optionalList('f_infrazione', filter.infringements),
    ...optionalList('f_tipo', filter.vehicleTypes),
    ...optionalList('f_colore', filter.colours),
    ...optionalList('f_nazioni', filter.nations),
    ...optionalList('f_province', provinces),
    ...(filter.national === 'any' ? {} : { f_national: filter.national === 'national' ? 2 : 3 }),
    ...(filter.citizen === 'local' ? { f_local: true } : {}),
    ...(filter.citizen === 'foreign' ? { f_foreign: true } : {}),
  };
}

function toPassageWire(filter: SearchFilter): Wire {
  const { count, operator } = filter.recurrence;
  const facing = [filter.direction, filter.framing].filter((code) => code !== null);
  return {
    ...optionalList('f_direction', facing),
    ...(filter.lane === null ? {} : { f_lane: [filter.lane] }),
    ...(filter.speedMin === null ? {} : { f_speed_min: filter.speedMin }),
    ...(filter.speedMax === null ? {} : { f_speed_max: filter.speedMax }),
    ...(count === 0 ? {} : { [`f_count_${operator}`]: count, f_include_count: true }),
    ...(filter.isDistinct ? { f_distinct: true } : {}),
    ...(filter.noUnknown ? { no_unknown: true } : {}),
    ...(filter.unread === 'none' || isAboutPlates(filter) ? {} : { f_unread: filter.unread }),
  };
}

/** FLT-15, FLT-16: brand ids for one plant. A brand unknown there becomes an id that matches nothing. */
function collectBrandIds({ brands }: SearchFilter, peerId: number): readonly number[] {
  const ids = brands.flatMap((brand) => brand.ids.find((one) => one.peerId === peerId)?.ids ?? [NO_BRAND_ID]);
  return [...new Set(ids)];
}

const toAdrWire = (filter: SearchFilter): Wire =>
  filter.isAdr
    ? {
        f_adr_only: true,
        ...(filter.kemler === '' ? {} : { f_kemler: filter.kemler }),
        ...(filter.un === '' ? {} : { f_onu: filter.un }),
        ...optionalList('f_adr_class', filter.hazardClasses),
      }
    : {};

/** Converts the filter to the wire format for one plant, without paging and with that plant's gates only (T 4.1). */
export function toWireFilter(filter: SearchFilter, now: string, peerId: number): TransitFilter {
  const { start, end } = computePeriodLimits(filter.period, now);
  const gates = filter.gates.filter((gate) => gate.peerId === peerId).map((gate) => gate.gateId);
  return {
    filtering: true,
    ...toPlateWire(filter),
    ...(start === null ? {} : { f_startTime: start }),
    ...(end === null ? {} : { f_endTime: end }),
    ...optionalList('f_varchi', gates),
    ...optionalList('f_brand_id', collectBrandIds(filter, peerId)),
    ...toVehicleWire(filter),
    ...toPassageWire(filter),
    ...toAdrWire(filter),
  };
}

/** Plants a filter applies to: the selected ones, limited to those that own a selected gate (FLT-08). Null: all. */
export function findConcernedPlants({ peerIds, gates }: SearchFilter): readonly number[] | null {
  if (gates.length === 0) return peerIds;
  const owners = [...new Set(gates.map((gate) => gate.peerId))];
  return peerIds === null ? owners : owners.filter((id) => peerIds.includes(id));
}
