import { MAX_JOURNEY_MINUTES, MAX_ORDERED_GATES } from '@varco/contract/plant/gate-to-gate.ts';
import { z } from 'zod';
import { createSealedValue } from '../storage/sealed-value.ts';

const DraftGate = z.object({ peerId: z.int(), gateId: z.int() }).readonly();

/** The question of the gate-to-gate analysis as its form has it; other screens fill it in before they open the analysis. */
export interface JourneyDraft {
  /** In the order of the journey. */
  readonly gates: readonly z.infer<typeof DraftGate>[];
  /** Instants. */
  readonly start: string;
  readonly end: string;
  readonly withinMinutes: number;
}

export const storedJourneyDraft = createSealedValue<JourneyDraft>(
  'gate-to-gate',
  z.object({
    gates: z.array(DraftGate).max(MAX_ORDERED_GATES),
    start: z.string().max(40),
    end: z.string().max(40),
    withinMinutes: z.int().min(1).max(MAX_JOURNEY_MINUTES),
  }),
);

/** Seconds as `h:mm:ss` or `m:ss`. */
export function formatClockDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
