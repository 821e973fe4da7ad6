/** Origins of the portals whose pages may call this plant: those of the configuration and those that joined. */
export interface PortalOrigins {
  has(origin: string): boolean;
  list(): readonly string[];
  /** Reads those that joined again; the process that changes them calls it, others follow within seconds. */
  refresh(): Promise<void>;
}

/** @param fixed from `VARCO_PORTAL_ORIGINS` */
export async function openPortalOrigins(
  fixed: readonly string[],
  readJoined: () => Promise<readonly string[]>,
): Promise<PortalOrigins> {
  let origins: ReadonlySet<string> = new Set(fixed);
  const refresh = async (): Promise<void> => {
    origins = new Set([...fixed, ...(await readJoined())]);
  };
  await refresh();
  return { has: (origin) => origins.has(origin), list: () => [...origins], refresh };
}
