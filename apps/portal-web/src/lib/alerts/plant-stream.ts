import { LiveAlert, receiveAlerts } from '@varco/contract/plant/alerts.ts';
import type { AlertChoice } from '@varco/domain/alerts/alert-kinds.ts';
import { parseGuarded } from '../api/json-guard.ts';
import { readEventsForever, readEvents, type StreamEvent } from '../api/event-stream.ts';
import { getPlantTarget } from '../plants/plant-sessions.ts';

export interface AlertPorts {
  /** Stream position after which to continue; empty: from now. */
  readonly getPosition: () => string;
  readonly onOpen: (getPosition: string) => void;
  readonly onAlert: (alert: LiveAlert, getPosition: string) => void;
  /** The stream ended or was refused; the next attempt is in 5 s. */
  readonly onClosed: () => void;
  /** The user may not receive alerts from this plant (plates are hidden). It is not retried until something changes. */
  readonly onRefused: () => void;
}

/** Reads the alert stream of one plant, reconnecting until the signal aborts. */
export function readAlertStream(
  credentialId: string,
  body: { readonly alerts: AlertChoice[]; readonly gates?: number[] },
  ports: AlertPorts,
  signal: AbortSignal,
): Promise<void> {
  const open = (): AsyncIterable<StreamEvent> => {
    const place = ports.getPosition();
    const input = { body: { ...body, ...(place === '' ? {} : { last_id: place }) } };
    return readEvents(getPlantTarget(credentialId), receiveAlerts, input, signal);
  };
  return readEventsForever(open, { ...ports, onEvent: (event) => handleStreamEvent(event, ports) }, signal);
}

function handleStreamEvent(event: StreamEvent, ports: AlertPorts): void {
  if (event.name === 'ping') ports.onOpen(event.id);
  if (event.name !== 'alert') return;
  const json = parseGuarded(event.data);
  const alert = json.ok ? LiveAlert.safeParse(json.value) : null;
  // Skips an alert this version cannot parse instead of ending the stream.
  if (alert?.success === true) ports.onAlert(alert.data, event.id);
}
