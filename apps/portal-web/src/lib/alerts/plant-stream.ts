import { LiveAlert, receiveAlerts } from '@varco/contract/plant/alerts.ts';
import type { AlertChoice } from '@varco/domain/alerts/alert-kinds.ts';
import { parseGuarded } from '../api/json-guard.ts';
import { keepReading, readEvents, type StreamEvent } from '../api/event-stream.ts';
import { plantTarget } from '../plants/plant-sessions.ts';

export interface AlertPorts {
  /** Stream position after which to continue; empty: from now. */
  readonly place: () => string;
  readonly onOpen: (place: string) => void;
  readonly onAlert: (alert: LiveAlert, place: string) => void;
  /** The stream ended or was refused; the next attempt is in 5 s. */
  readonly onClosed: () => void;
  /** The user may not receive alerts from this plant (plates are hidden). It is not retried until something changes. */
  readonly onRefused: () => void;
}

/** Reads the alert stream of one plant, reconnecting until the signal aborts. */
export function keepStream(
  credentialId: string,
  body: { readonly alerts: AlertChoice[]; readonly gates?: number[] },
  ports: AlertPorts,
  signal: AbortSignal,
): Promise<void> {
  const open = (): AsyncIterable<StreamEvent> => {
    const place = ports.place();
    const input = { body: { ...body, ...(place === '' ? {} : { last_id: place }) } };
    return readEvents(plantTarget(credentialId), receiveAlerts, input, signal);
  };
  return keepReading(open, { ...ports, onEvent: (event) => take(event, ports) }, signal);
}

function take(event: StreamEvent, ports: AlertPorts): void {
  if (event.name === 'ping') ports.onOpen(event.id);
  if (event.name !== 'alert') return;
  const json = parseGuarded(event.data);
  const alert = json.ok ? LiveAlert.safeParse(json.value) : null;
  // Skips an alert this version cannot parse instead of ending the stream.
  if (alert?.success === true) ports.onAlert(alert.data, event.id);
}
