/**
 * Distinguishes single from double clicks: T 2.4 opens the detail 200 ms after a click, and does something else on two
 * quick clicks.
 */
export type ClickArbiter = {
  /** Reports a click on the item `key`. The callbacks of the first click are used. */
  click: (key: string, on: { single: () => void; double: () => void }) => void;
  /** Discards a pending click (list unmounted, mode changed). */
  cancel: () => void;
};

/** @param delayMs a second click on the same item within this time is a double click */
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
