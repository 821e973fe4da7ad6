import { LiveAlert, receiveAlerts } from '@varco/contract/plant/alerts.ts';
import { type AlertChoice, RECONNECT_MS } from '@varco/domain/alerts/alert-kinds.ts';
import { ApiError } from '../api/api-error.ts';
import { parseGuarded } from '../api/json-guard.ts';
import { readEvents, type StreamEvent } from '../api/event-stream.ts';
import { plantTarget } from '../plants/plant-sessions.ts';

export interface StreamPorts {
  /** Place after which the stream goes on; empty: from now. */
  readonly place: () => string;
  readonly onOpen: (place: string) => void;
  readonly onAlert: (alert: LiveAlert, place: string) => void;
  /** The stream ended or was refused; the next attempt is 5 s away. */
  readonly onClosed: () => void;
  /** This person gets no alerts from that plant. */
  readonly onRefused: () => void;
}

/** Keeps the stream of one plant open until the signal ends it: after an end it is opened again 5 s later (T 4.8). */
export async function keepStream(
  credentialId: string,
  body: { readonly alerts: AlertChoice[]; readonly gates?: number[] },
  ports: StreamPorts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const place = ports.place();
      const input = { body: { ...body, ...(place === '' ? {} : { last_id: place }) } };
      for await (const event of readEvents(plantTarget(credentialId), receiveAlerts, input, signal)) take(event, ports);
    } catch (error) {
      // Whom the plant tells no alerts (plates hidden from the person) is not asked for again until something changes.
      if (error instanceof ApiError && error.facts.status === 403) return ports.onRefused();
      // Cut or not reached: the same for who waits. The next attempt tells.
    }
    if (signal.aborted) return;
    ports.onClosed();
    await waitFor(RECONNECT_MS, signal);
  }
}

function take(event: StreamEvent, ports: StreamPorts): void {
  if (event.name === 'ping') ports.onOpen(event.id);
  if (event.name !== 'alert') return;
  const json = parseGuarded(event.data);
  const alert = json.ok ? LiveAlert.safeParse(json.value) : null;
  // One alert this version does not understand must not end the stream.
  if (alert?.success === true) ports.onAlert(alert.data, event.id);
}

/** Resolves after a time, or when the signal is aborted. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
