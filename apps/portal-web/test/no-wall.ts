/** The control room at the desk, for tests that do not open its wall. */
export const NO_WALL = {
  isShown: false,
  onShow: () => undefined,
  onLeave: () => undefined,
  alerts: null,
  clock: null,
} as const;
