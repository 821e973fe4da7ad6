import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { toPagination } from '../../../apps/plant-server/src/features/transits/page.view.ts';
import type { StoredTransit } from '../database/sim-database.ts';

type Filter = Partial<TransitFilter>;

const toMs = (instant: unknown, otherwise: number): number =>
  typeof instant === 'string' ? Date.parse(instant) : otherwise;

/** The transits of a plant that a filter matches, in the order of their ids, which is that of time. */
export function selectTransits(rows: Iterable<StoredTransit>, filter: Filter): readonly StoredTransit[] {
  const fromMs = toMs(filter.f_startTime, Number.NEGATIVE_INFINITY);
  const toEndMs = toMs(filter.f_endTime, Number.POSITIVE_INFINITY);
  const gates = filter.f_varchi;
  return [...rows]
    .filter(({ atMs, gate }) => atMs >= fromMs && atMs <= toEndMs && (gates === undefined || gates.includes(gate)))
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Answers a search as the plant server does, by the key of the last row (ADR 0006); an old plant knows offsets only. */
export function answerSearch(all: Iterable<StoredTransit>, filter: Filter, isOld: boolean): TransitPage {
  const size = filter.page_size ?? 50;
  const isDescending = filter.order_by !== '+data';
  const stored = [...all];
  const refMs = toMs(filter.ref_time, Number.POSITIVE_INFINITY);
  const ascending = selectTransits(stored, filter).filter(({ atMs }) => atMs <= refMs);
  const ordered = isDescending ? ascending.toReversed() : ascending;
  const { after_id: afterId } = filter;
  const offset = filter.offs ?? 0;
  const after = afterId === undefined ? null : BigInt(afterId);
  const rest =
    after === null || isOld
      ? ordered.slice(offset)
      : ordered.filter(({ id }) => (isDescending ? id < after : id > after));
  const newest = stored.reduce((most, { atMs }) => Math.max(most, atMs), Number.NEGATIVE_INFINITY);
  const objects = rest.slice(0, size).map(toWireTransit);
  return {
    objects,
    pagination: toPagination({ offset, limit: size, paginate: true }, objects.length, rest.length > size),
    limitations: [],
    newest_read: Number.isFinite(newest) ? toIsoInstant(newest) : null,
    took_ms: 1,
  };
}

const toWireTransit = ({ id, plate, gate, atMs }: StoredTransit): Transit => ({
  ...{ id: String(id), targa: plate, targa_corretta: null, confidence: null, confidence_chars: [], nazione: 'I' },
  ...{ provincia: '', comune: '', data: toIsoInstant(atMs), varco: `V0${gate}`, varco_id: gate, direction: 0 },
  ...{ lane: null, class: 'car', gps_lat: null, gps_lon: null, speed: null, image_url: null, has_image: false },
  ...{ plate_image_url: null, has_plate_image: false, context_image_url: null, has_context_image: false },
  ...{ redacted: false, marca: '', modello: '', colore: '', euro: null, count_transits: 1, g_transits: 1 },
  ...{ g_transit_days: 1, first_seen: null, last_seen: null, t_max: 0, assicurata: '--', scadass: null },
  ...{ revisionata: '--', scadrev: null, rubata: '--', sives: '', agenti: '', allarme: 'no', is_adr: false },
  ...{ ADR: '', adr_raw: '', adr_class: '', adr_un_no: '', adr_kemler: '', adr_primary_label: '', match: null },
});
