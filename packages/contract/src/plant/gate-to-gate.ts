import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, RawPlate, wireInt } from '../wire.ts';
import { Limitation } from './transits.ts';

/** Limits of one query: gates, window in days, listed journeys, examined passages and minutes of a journey. */
export const MIN_ORDERED_GATES = 2;
export const MAX_ORDERED_GATES = 10;
export const MAX_ANALYSIS_DAYS = 31;
export const MAX_JOURNEYS = 500;
export const MAX_GATE_PASSAGES = 200_000;
export const MAX_JOURNEY_MINUTES = 1_440;

const GateNumber = z.int().min(1).max(32_767);
/** Percentile in seconds; null: no leg. */
const PercentileSeconds = z.number().min(0).nullable();

const TravelTimes = z.object({
  n: z.int().min(0),
  p10: PercentileSeconds,
  p50: PercentileSeconds,
  p90: PercentileSeconds,
  p95: PercentileSeconds,
});

export const GateToGateResponse = z
  .object({
    /** Examined passages at the chosen gates: completely readable plates only. */
    passaggi: z.int().min(0),
    /** There are more passages than the maximum: only the newest are included. */
    troncato: z.boolean(),
    /** Everything from this instant on is included; later than requested when truncated. */
    dal: IsoInstant,
    al: IsoInstant,
    limitazioni: z.array(Limitation).max(8),
    /** Number of all journeys; `viaggi` contains the newest. */
    viaggi_totale: z.int().min(0),
    veicoli: z.int().min(0),
    viaggi: z
      .array(
        z.object({
          targa: RawPlate,
          /** One for each gate, in the requested order. */
          passaggi: z.array(IsoInstant).min(MIN_ORDERED_GATES).max(MAX_ORDERED_GATES),
          durata_s: z.number().min(0),
        }),
      )
      .max(MAX_JOURNEYS),
    /** From the first gate to the last. */
    durate: TravelTimes,
    /** Histogram on a logarithmic scale; each bar is a tenth of a natural logarithm wide. */
    istogramma: z.array(z.object({ da_s: z.number().min(0), a_s: z.number().min(0), n: z.int().min(0) })).max(200),
    /** From one chosen gate to the next different one, whatever the requested order. */
    matrice: z
      .array(z.object({ da: z.int(), a: z.int(), ...TravelTimes.shape }))
      .max(MAX_ORDERED_GATES * MAX_ORDERED_GATES),
    /** Milliseconds the plant needed. */
    took_ms: z.int().min(0),
  })
  .meta({ id: 'GateToGateAnswer' });
export type GateToGateResponse = z.infer<typeof GateToGateResponse>;

export const ANALYSIS_ERRORS = [
  'bad_request',
  'invalid_token',
  'no_perms',
  'not_found',
  'missing_license_option',
  'reason_required',
  'unavailable',
  'rate_limit_exceeded',
] as const;

const analysis = {
  errors: ANALYSIS_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  limit: 'search',
} as const;

export const gateToGate = endpoint({
  ...analysis,
  id: 'gateToGate',
  method: 'POST',
  path: '/api/gate_to_gate/search',
  summary: 'Vehicles that passed gates in order within a time, their travel times, and legs between all these gates',
  body: z.object({
    /** In the order of the journey; a gate may repeat. */
    varchi: z.array(GateNumber).min(MIN_ORDERED_GATES).max(MAX_ORDERED_GATES),
    dal: IsoInstant,
    al: IsoInstant,
    /** From the first gate to the last; also the longest leg of the matrix. */
    entro_minuti: z.int().min(1).max(MAX_JOURNEY_MINUTES).optional(),
  }),
  response: GateToGateResponse,
  audit: 'analysis.gate-to-gate',
});

export const getGateToGate = endpoint({
  ...analysis,
  id: 'getGateToGate',
  method: 'GET',
  path: '/api/gate_to_gate',
  summary: 'Like its POST twin, with the gates separated by commas; the product itself uses the twin',
  query: z.object({
    varchi: z
      .string()
      .regex(/^\d{1,5}(,\d{1,5}){1,9}$/)
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(GateNumber)),
    dal: IsoInstant,
    al: IsoInstant,
    entro_minuti: wireInt(1, MAX_JOURNEY_MINUTES).optional(),
  }),
  response: GateToGateResponse,
  audit: 'analysis.gate-to-gate',
});
