import type { RegistryFault } from '@varco/contract/registry/faults.ts';

/** Which fault the next look-ups meet. */
export interface FaultSwitch {
  set(fault: RegistryFault, calls: number | null): void;
  state(): { readonly fault: RegistryFault; readonly calls: number | null };
  /** Takes the fault of one look-up; counts it when the fault is for a number of calls. */
  next(): RegistryFault;
}

export function createFaultSwitch(): FaultSwitch {
  let fault: RegistryFault = 'none';
  let left: number | null = null;
  return {
    set(wanted, calls) {
      fault = wanted;
      left = wanted === 'none' ? null : calls;
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
