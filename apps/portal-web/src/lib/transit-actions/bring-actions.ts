let load: () => Promise<void> = async () => undefined;

/** Says how the actions of this version are loaded; they stand above what wants them. To be called before anything is drawn. */
export function loadActionsBy(loader: () => Promise<void>): void {
  load = loader;
}

/** Loads and offers the actions on a transit: wanted once there is a main layout, and by nobody before (ADR 0036). */
export const bringActions = (): Promise<void> => load();
