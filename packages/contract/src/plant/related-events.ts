import { MIN_EVENTS, MAX_EVENTS } from '@varco/domain/analysis/related-events.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, MAX_FILTER_GATES, RawPlate, wireInt } from '../wire.ts';
import { ANALYSIS_ERRORS } from './gate-to-gate.ts';
import { Limitation } from './transits.ts';

/** Limits: plates in one response, listed passages of a plate, reads in one event, hours of an event. */
export const MAX_RELATED_PLATES = 5000;
export const MAX_RELATED_PASSAGES = 40;
export const MAX_EVENT_READS = 200_000;
export const MAX_EVENT_HOURS = 72;

const RelatedEvent = z
  .object({
    varchi: z.array(z.int().min(1).max(32_767)).min(1).max(MAX_FILTER_GATES).optional(),
    zona: z.int().min(1).max(2_147_483_647).optional(),
    dal: IsoInstant,
    al: IsoInstant,
  })
  .refine(({ varchi, zona }) => (varchi === undefined) !== (zona === undefined), 'gates or a zone')
  .meta({ id: 'RelatedEvent' });

/** Habit of a plate at the time of day of an event on other days; null: the plate is too common to be examined. */
const EventHabit = z
  .object({
    altri_giorni: z.int().min(0),
    /** Of these, days with a pass at a gate of the event at that time of day. */
    giorni: z.int().min(0),
    /** Its reads at that time of day on those days, at all gates. */
    letture: z.int().min(0),
    /** Share of the plant's reads that fall at the gates of the event. */
    quota_varchi: z.number().min(0).max(1),
    durata_giorni: z.int().min(1),
  })
  .meta({ id: 'EventHabit' });

const RelatedEventsResponse = z
  .object({
    limitazioni: z.array(Limitation).max(8),
    /** By event: reads in it, and the window that was searched. */
    eventi: z
      .array(z.object({ letti: z.int().min(0), dal: IsoInstant, al: IsoInstant, troncato: z.boolean() }))
      .max(MAX_EVENTS),
    /** Reads of all visible gates, as the basis of the rarity. */
    letti_totale: z.int().min(0),
    /** Distinct plates the plant knows: each could have been there by accident. */
    targhe: z.int().min(0),
    /** Rarest first. */
    objects: z
      .array(
        z.object({
          targa: RawPlate,
          /** Index of the event in the query, from 0, and -log10 of the chance to be there by accident. */
          eventi: z
            .array(
              z.object({
                evento: z
                  .int()
                  .min(0)
                  .max(MAX_EVENTS - 1),
                rarita: z.number().min(0),
                abitudine: EventHabit.nullable(),
              }),
            )
            .min(1)
            .max(MAX_EVENTS),
          /** Reads of the plate at all visible gates within the retention period. */
          letture: z.int().min(0),
          /** Sum over its events. */
          rarita: z.number().min(0),
          passaggi: z
            .array(
              z.object({ evento: z.int().min(0), varco_id: z.int(), varco: z.string().max(120), data: IsoInstant }),
            )
            .max(MAX_RELATED_PASSAGES),
          /** Number of passages in its events; `passaggi` may contain fewer. */
          passaggi_totale: z.int().min(1),
        }),
      )
      .max(MAX_RELATED_PLATES),
    /** More plates matched than are listed. */
    troncato: z.boolean(),
    took_ms: z.int().min(0),
  })
  .meta({ id: 'RelatedEventsAnswer' });
export type RelatedEventsResponse = z.infer<typeof RelatedEventsResponse>;

/**
 * In an analysis over several plants each is queried for its own events only, with a minimum number that loses no
 * plate: from one event on.
 */
const RelatedEventsQuery = z.object({
  eventi: z.array(RelatedEvent).min(1).max(MAX_EVENTS),
  almeno: z.int().min(1).max(MAX_EVENTS).optional(),
});

const analysis = {
  errors: ANALYSIS_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  limit: 'search',
} as const;

export const relatedEvents = endpoint({
  ...analysis,
  id: 'relatedEvents',
  method: 'POST',
  path: '/api/related_events/search',
  summary: 'Plates read at several places and times, the rarest elsewhere first',
  body: RelatedEventsQuery,
  response: RelatedEventsResponse,
  audit: 'analysis.related-events',
});

/** `gates/from/to`, events separated by `;`: `1,2/2026-11-19T20:00:00Z/2026-11-19T21:00:00Z;...`. */
const EventsText = z
  .string()
  .max(8000)
  .transform((text) =>
    text.split(';').map((event): z.input<typeof RelatedEvent> => {
      const [gates = '', dal = '', al = ''] = event.split('/');
      return { varchi: gates.split(',').map(Number), dal, al };
    }),
  )
  .pipe(z.array(RelatedEvent).min(MIN_EVENTS).max(MAX_EVENTS));

export const getRelatedEvents = endpoint({
  ...analysis,
  id: 'getRelatedEvents',
  method: 'GET',
  path: '/api/related_events',
  summary: 'Like its POST twin, with the events as text; the product itself uses the twin',
  query: z.object({ eventi: EventsText, almeno: wireInt(1, MAX_EVENTS).optional() }),
  response: RelatedEventsResponse,
  audit: 'analysis.related-events',
});
