/** What was measured on one size of archive; the unit is in the name. */
export interface MeasuredCost {
  readonly storedTransits: number;
  readonly databaseBytesPerTransit: number;
  readonly walBytesPerRead: number;
  /** Bytes on disk for each byte of picture that a camera sends. */
  readonly pictureBytesPerByte: number;
  readonly cpuMsPerRead: number;
  readonly cpuMsPerReadWithPictures: number;
  readonly cpuMsPerSearch: number;
  /** Share of one core that is used while nothing happens. */
  readonly idleCores: number;
  readonly plantMb: number;
  readonly postgresMb: number;
}

/** The costs that the size of a site follows from. */
export type SizingCost = Pick<
  MeasuredCost,
  | 'databaseBytesPerTransit'
  | 'pictureBytesPerByte'
  | 'cpuMsPerRead'
  | 'cpuMsPerReadWithPictures'
  | 'cpuMsPerSearch'
  | 'idleCores'
>;

/** A site to be sized. */
export interface Site {
  readonly transitsPerDay: number;
  readonly retentionDays: number;
  /** Bytes of the pictures of one transit, as the camera sends them. */
  readonly pictureBytes: number;
  readonly searchesPerSecond: number;
}

export interface Sizing {
  /** Cores in use in the busiest minutes, at most half of what the machine should have. */
  readonly busyCores: number;
  readonly databaseGb: number;
  readonly picturesGb: number;
}

/** A tenth of the transits of a day falls into its busiest hour, and its busiest minutes have twice the mean of the hour. */
const BUSIEST_HOUR_SHARE = 0.1;
const BURST = 2;

/** What a site needs, from what one transit, read and search cost on an archive of its size. */
export function estimateSizing(cost: SizingCost, site: Site): Sizing {
  const readsPerSecond = (site.transitsPerDay * BUSIEST_HOUR_SHARE * BURST) / 3600;
  const cpuMsPerRead = site.pictureBytes === 0 ? cost.cpuMsPerRead : cost.cpuMsPerReadWithPictures;
  const cpuMs = readsPerSecond * cpuMsPerRead + site.searchesPerSecond * cost.cpuMsPerSearch;
  const stored = site.transitsPerDay * site.retentionDays;
  return {
    busyCores: cost.idleCores + cpuMs / 1000,
    databaseGb: (stored * cost.databaseBytesPerTransit) / 1e9,
    picturesGb: (stored * site.pictureBytes * cost.pictureBytesPerByte) / 1e9,
  };
}
