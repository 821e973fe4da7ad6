import { ALERT_CHOICES, type AlertChoice, hasAlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { z } from 'zod';
import { createSealedValue } from '../storage/sealed-value.ts';

/** T 3.14: which alerts the user wants and how. Empty `peers`: every plant. `gates` applies while `alerts` contains `varchi`. */
export const AlertConfig = z.object({
  autoPopup: z.boolean(),
  gates: z.array(z.object({ peerId: z.int(), gateId: z.int() })).max(500),
  peers: z.array(z.int()).max(500),
  alerts: z.array(z.enum(ALERT_CHOICES)).max(ALERT_CHOICES.length),
  /** Not in the specification: volume of the sound, 0 to 1, and system notifications. Sound is off by default (design 15). */
  sound: z.boolean(),
  volume: z.number().min(0).max(1),
  desktop: z.boolean(),
});
export type AlertConfig = z.infer<typeof AlertConfig>;

/** Default settings: alerts that need action. Checks that occur by the hundred must be switched on. */
export const DEFAULT_ALERT_CONFIG: AlertConfig = {
  autoPopup: false,
  gates: [],
  peers: [],
  alerts: ['blacklist', 'interforze', 'prestanome', 'rubata'],
  sound: false,
  volume: 0.6,
  desktop: false,
};

/** P 9: stored encrypted for 24 hours. */
export const storedAlertConfig = createSealedValue('alert-config', AlertConfig);

/** Request body of a plant's stream; null when no alert of the plant is wanted and no stream is opened (LIVE-03). */
export function buildStreamBody(
  config: AlertConfig,
  peerId: number,
): { readonly alerts: AlertChoice[]; readonly gates?: number[] } | null {
  if (!hasAlertKind(config.alerts) || (config.peers.length > 0 && !config.peers.includes(peerId))) return null;
  if (!config.alerts.includes('varchi')) return { alerts: [...config.alerts] };
  const gates = config.gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId);
  return gates.length === 0 ? null : { alerts: [...config.alerts], gates };
}
