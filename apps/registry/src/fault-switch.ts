import type { RegistryFault } from '@varco/contract/registry/faults.ts';

/** The fault of the next look-ups. */
export interface FaultSwitch {
  set(fault: RegistryFault, calls: number | null): void;
  state(): { readonly fault: RegistryFault; readonly calls: number | null };
  /** Returns the fault of one look-up; counts down when the fault is limited to a number of calls. */
  next(): RegistryFault;
}

export function createFaultSwitch(): FaultSwitch {
  let fault: RegistryFault = 'none';
  let left: number | null = null;
  return {
    set(requested, calls) {
      fault = requested;
      left = requested === 'none' ? null : calls;
    },
    state: () => ({ fault, calls: left }),
    next() {
      const now = fault;
      if (left !== null) left--;
      if (left === 0) {
        fault = 'none';
        left = null;
      }
      return now;
    },
  };
}
