/** A fault made on purpose in the source of the product, to see whether the simulator finds it. */
export interface PlantedFault {
  readonly id: string;
  /** File of the repository. */
  readonly file: string;
  /** Source text that stands exactly once in the file, and what replaces it. */
  readonly from: string;
  readonly to: string;
  /** What the fault breaks. */
  readonly breaks: string;
}

/** Makes faults of one file; their ids begin with `prefix`. */
export const inFile =
  (prefix: string, file: string) =>
  (id: string, from: string, to: string, breaks: string): PlantedFault => ({
    id: `${prefix}-${id}`,
    file,
    from,
    to,
    breaks,
  });
