import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { ALERT_OUTCOMES } from '@varco/domain/alerts/alert-kinds.ts';
import { z } from 'zod';

/** What a person decides about an alert. */
export const AlertDecision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify') }),
  z.object({ kind: z.literal('send'), patrol: z.string().max(80) }),
  z.object({ kind: z.literal('end'), outcome: z.enum(ALERT_OUTCOMES), note: z.string().max(500) }),
]);
export type AlertDecision = z.infer<typeof AlertDecision>;

/** A decision that its plant has not confirmed yet, with what a person needs to recognise its alert. */
export const WaitingDecision = z.object({
  /** Made once: the plant stores a decision of one id once (ADR 0048). */
  id: z.uuid(),
  peerId: z.int(),
  alert: z.string().max(20),
  plate: z.string().max(32),
  /** Instant of the last decision of this kind that the person saw; null: none. */
  seen: z.string().max(40).nullable(),
  /** Milliseconds since 1970 when the person decided. */
  decidedAt: z.number(),
  decision: AlertDecision,
  /** Attempts that got no answer. */
  nTries: z.int(),
  /** An attempt may have reached the plant although no answer came back. */
  mayHaveArrived: z.boolean(),
  /** Why the plant refused it after the person had gone on; it then waits for the person. Null: not refused. */
  refusal: z.string().max(300).nullable(),
});
export type WaitingDecision = z.infer<typeof WaitingDecision>;

/** The alert of a decision as `ReceivedAlert` names it. */
export const getAlertKey = ({ peerId, alert }: Pick<WaitingDecision, 'peerId' | 'alert'>): string =>
  `${peerId} ${alert}`;

/** Instant of the decision of this kind that an alert shows; null: none yet. */
export const getSeenDecision = (alert: LiveAlert, kind: AlertDecision['kind']): string | null =>
  ({ verify: alert.verificato_il, send: alert.inviata_il, end: alert.esito_il })[kind];

/** The alert as it will be when these decisions arrive, so that nobody decides twice. Refused decisions do not count. */
export function expectDecided(alert: LiveAlert, waiting: readonly WaitingDecision[], instant: string): LiveAlert {
  let expected = alert;
  for (const { decision, refusal } of waiting) {
    if (refusal !== null) continue;
    if (decision.kind === 'verify') expected = { ...expected, verificato_il: expected.verificato_il ?? instant };
    else if (decision.kind === 'send') expected = { ...expected, inviata: decision.patrol, inviata_il: instant };
    else expected = { ...expected, esito: decision.outcome, esito_il: instant };
  }
  return expected;
}
