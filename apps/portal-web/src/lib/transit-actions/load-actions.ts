let actionsLoader: () => Promise<void> = async () => undefined;

/**
 * Sets the loader of the transit actions, which depend on features that may not be imported here. Call before the first
 * drawing.
 */
export function setActionsLoader(loader: () => Promise<void>): void {
  actionsLoader = loader;
}

/** Loads and registers the transit actions. Needed only once the main layout is shown (ADR 0014). */
export const loadActions = (): Promise<void> => actionsLoader();
