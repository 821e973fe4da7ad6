/** Tells one click from two: T 2.4 opens the detail 200 ms after a click, and something else on two quick ones. */
export type ClickArbiter = {
  /** Reports a click on the thing called `key`. The functions of the first click are the ones that run. */
  click: (key: string, on: { single: () => void; double: () => void }) => void;
  /** Forgets a click that still waits (the list went away, the mode changed). */
  cancel: () => void;
};

/** @param delayMs a second click on the same thing within this time makes a double click */
export function createClickArbiter(delayMs = 200): ClickArbiter {
  let waiting: { key: string; timer: ReturnType<typeof setTimeout> } | null = null;
  const cancel = (): void => {
    if (waiting !== null) clearTimeout(waiting.timer);
    waiting = null;
  };
  return {
    cancel,
    click: (key, on) => {
      const isSecond = waiting?.key === key;
      cancel();
      if (isSecond) {
        on.double();
        return;
      }
      const timer = setTimeout(() => {
        waiting = null;
        on.single();
      }, delayMs);
      waiting = { key, timer };
    },
  };
}
