import type { VehicleRef } from './plate-series.ts';

/** Flag of events that belong to planted cases: they are never removed when a day exceeds its quota. */
export const PROTECTED_FLAG = 1;

/** Growable columns of one plant's events. Typed arrays, because a day of the large size has 100 000 events. */
export class EventColumns {
  length = 0;
  time: Float64Array = new Float64Array(1024);
  ref: Uint32Array = new Uint32Array(1024);
  gate: Uint8Array = new Uint8Array(1024);
  flags: Uint8Array = new Uint8Array(1024);

  /** `timeMs` epoch milliseconds, `gate` index in the plant. */
  push(timeMs: number, ref: VehicleRef, gate: number, flags: number): void {
    if (this.length === this.time.length) this.#grow();
    const i = this.length++;
    this.time[i] = timeMs;
    this.ref[i] = ref;
    this.gate[i] = gate;
    this.flags[i] = flags;
  }

  #grow(): void {
    const size = this.time.length * 2;
    const [time, ref, gate, flags] = [this.time, this.ref, this.gate, this.flags];
    this.time = new Float64Array(size);
    this.time.set(time);
    this.ref = new Uint32Array(size);
    this.ref.set(ref);
    this.gate = new Uint8Array(size);
    this.gate.set(gate);
    this.flags = new Uint8Array(size);
    this.flags.set(flags);
  }
}

/** Returns whether the camera was off. `plant` and `gate` are indices, `timeMs` is epoch milliseconds. */
export type IsCameraOff = (plant: number, gate: number, timeMs: number) => boolean;

/** Collects the events of all plants; events outside [fromMs, toMs) are discarded. */
export class EventSink {
  readonly columns: readonly EventColumns[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly #isCameraOff: IsCameraOff | null;

  constructor(plantCount: number, fromMs: number, toMs: number, isBlind: IsCameraOff | null = null) {
    this.#isCameraOff = isBlind;
    this.columns = Array.from({ length: plantCount }, () => new EventColumns());
    this.fromMs = fromMs;
    this.toMs = toMs;
  }

  emit(plant: number, timeMs: number, ref: VehicleRef, gate: number, flags: number): void {
    if (timeMs < this.fromMs || timeMs >= this.toMs) return;
    if (this.#isCameraOff?.(plant, gate, timeMs) === true) return;
    this.columns[plant]?.push(Math.floor(timeMs), ref, gate, flags);
  }
}
