import { estimateSizing, type SizingCost } from '../sizing/estimate.ts';
import type { EngineCosts } from './engine-costs.ts';

const TRANSITS = 1e9;
/** A country that stores a year. */
const RETENTION_DAYS = 365;
const SEARCHES_PER_SECOND = 10;

/** What a billion transits would need, from the costs of one. */
export interface BillionNeeds {
  readonly databaseGb: number;
  /** Null: the processor could not be measured. */
  readonly busyCores: number | null;
}

/** Computed from the cost of one transit, read and search; measured is only the size these come from. */
export function estimateBillion({
  diskBytes,
  storedTransits,
  cpuMsPerRead,
  cpuMsPerSearch,
  idleCores,
}: EngineCosts): BillionNeeds {
  const databaseBytesPerTransit = diskBytes.all / storedTransits;
  const cost: SizingCost = {
    databaseBytesPerTransit,
    cpuMsPerRead: cpuMsPerRead ?? 0,
    cpuMsPerSearch: cpuMsPerSearch ?? 0,
    idleCores: idleCores ?? 0,
    // Pictures are measured by the bench of sizing.
    cpuMsPerReadWithPictures: 0,
    pictureBytesPerByte: 0,
  };
  const { databaseGb, busyCores } = estimateSizing(cost, {
    transitsPerDay: TRANSITS / RETENTION_DAYS,
    retentionDays: RETENTION_DAYS,
    pictureBytes: 0,
    searchesPerSecond: SEARCHES_PER_SECOND,
  });
  return { databaseGb, busyCores: cpuMsPerRead === null || cpuMsPerSearch === null ? null : busyCores };
}

/** How the needs were computed, for whoever reads them. */
export const BILLION_NOTE =
  `Computed, not measured: a billion transits in ${RETENTION_DAYS} days, a tenth of a day in its busiest hour and twice its mean in the\n` +
  `busiest minutes, ${SEARCHES_PER_SECOND} searches a second, each at the cost measured above; over more rows a search costs more. The plant takes\n` +
  'at most VARCO_PLATE_INDEX_MB for its plates; what memory the database wants for that many rows is not computed.';
