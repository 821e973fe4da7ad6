import { STREAM_CLOSED_MESSAGE_MS } from '@varco/domain/alerts/alert-kinds.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import { z } from 'zod';
import { dismiss, notify } from '../notices/notices.store.ts';
import { type PlantSession, usePlants } from '../plants/plant-store.ts';
import { translate } from '../translate.ts';
import { createSealedValue } from '../storage/sealed-value.ts';
import { type AlertConfig, DEFAULT_ALERT_CONFIG, storedAlertConfig, buildStreamBody } from './alert-config.ts';
import { announceAlert } from './announce.ts';
import {
  clearAlerts,
  ReceivedAlert,
  toReceivedAlert,
  type LinkState,
  setLink,
  addAlert,
  useAlerts,
} from './alerts.store.ts';
import { readAlertStream } from './plant-stream.ts';

/** Messages between the tabs of one browser. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('alert'), held: ReceivedAlert, place: z.string().max(20) }),
  z.object({
    kind: z.literal('link'),
    peerId: z.int(),
    state: z.enum(['open', 'closed']).nullable(),
    place: z.string().max(20),
  }),
  z.object({ kind: z.literal('config') }),
]);
type Message = z.infer<typeof Message>;

const CLOSED_NOTICE = 'alerts-closed';
/** The latest alerts and the stream positions survive a reload, so that no alert is missed between two pages (P 9: 24 hours). */
const StoredAlerts = z.object({
  list: z.array(ReceivedAlert).max(11),
  places: z.array(z.tuple([z.int(), z.string().max(20)])),
});
const storedAlerts = createSealedValue('alert-list', StoredAlerts);

/**
 * Alerts of one user in this tab. One tab of the browser is the leader: it reads one stream per plant and forwards the
 * alerts to the other tabs.
 */
class AlertCentre {
  private readonly channel: BroadcastChannel;
  private readonly stopController = new AbortController();
  private readonly positions = new Map<number, string>();
  private readonly streams = new Map<number, { readonly asked: string; stop(): void }>();
  private isLeader = false;

  constructor(user: string) {
    this.channel = new BroadcastChannel(`varco-alerts-${user}`);
    this.channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.handleMessage(data));
  }

  async start(user: string): Promise<void> {
    const [config, stored] = [await storedAlertConfig.load(), await storedAlerts.load()];
    if (this.stopController.signal.aborted) return;
    useAlerts.setState({ config: config ?? DEFAULT_ALERT_CONFIG });
    for (const [peerId, place] of stored?.places ?? []) this.positions.set(peerId, place);
    for (const held of stored?.list ?? []) addAlert(held);
    useAlerts.setState({ unseen: 0, popupId: null });
    this.postMessage({ kind: 'hello' });
    const { signal } = this.stopController;
    await navigator.locks
      .request(`varco-alerts-${user}`, { signal }, () => this.readStreamsAsLeader())
      .catch(() => undefined);
  }

  stop(): void {
    this.stopController.abort();
    this.channel.close();
    dismiss(CLOSED_NOTICE);
    clearAlerts();
  }

  configure(config: AlertConfig): void {
    useAlerts.setState({ config });
    storedAlertConfig.save(config);
    void storedAlertConfig.written().then(() => this.postMessage({ kind: 'config' }));
    if (this.isLeader) this.updateStreams();
  }

  /** Reads the streams until this tab closes. The next tab in the lock queue then continues at the same positions. */
  private async readStreamsAsLeader(): Promise<void> {
    this.isLeader = true;
    const stopWatching = usePlants.subscribe(() => this.updateStreams());
    this.updateStreams();
    await new Promise<void>((resolve) => {
      this.stopController.signal.addEventListener('abort', () => resolve());
    });
    stopWatching();
    for (const stream of this.streams.values()) stream.stop();
  }

  /** Opens, changes and ends streams according to settings and sign-ins. */
  private updateStreams(): void {
    const { config } = useAlerts.getState();
    const requested = new Map(
      [...usePlants.getState().plants.values()].flatMap((plant) => {
        const body = canReceiveAlerts(plant) ? buildStreamBody(config, plant.peerId) : null;
        return body === null ? [] : [[plant.peerId, { plant, body }] as const];
      }),
    );
    for (const [peerId, stream] of this.streams) {
      const one = requested.get(peerId);
      if (one !== undefined && getStreamKey(one) === stream.asked) continue;
      stream.stop();
      this.streams.delete(peerId);
      if (one === undefined) this.publishLinkState(peerId, null, '');
    }
    for (const [peerId, one] of requested) if (!this.streams.has(peerId)) this.openStream(peerId, one);
  }

  private openStream(peerId: number, one: RequestedStream): void {
    const controller = new AbortController();
    this.streams.set(peerId, { asked: getStreamKey(one), stop: () => controller.abort() });
    const ports = {
      getPosition: () => this.positions.get(peerId) ?? '',
      onOpen: (place: string) => this.publishLinkState(peerId, 'open', place),
      onAlert: (alert: ReceivedAlert['alert'], place: string) => {
        const held = toReceivedAlert(peerId, alert);
        this.postMessage({ kind: 'alert', held, place });
        this.handleAlert(held, place);
      },
      onClosed: () => this.publishLinkState(peerId, 'closed', ''),
      onRefused: () => this.publishLinkState(peerId, null, ''),
    };
    void readAlertStream(one.plant.credentialId, one.body, ports, controller.signal);
  }

  private handleAlert(held: ReceivedAlert, place: string): void {
    this.positions.set(held.peerId, place);
    const isNews = addAlert(held);
    if (!this.isLeader) return;
    storedAlerts.save({ list: [...useAlerts.getState().list], places: [...this.positions] });
    const isUrged = held.alert.sollecitato_il !== null && held.alert.in_carico_a === '' && held.alert.esito === null;
    if (isNews || isUrged) announceAlert(held, useAlerts.getState().config);
  }

  private publishLinkState(peerId: number, state: LinkState | null, place: string): void {
    this.postMessage({ kind: 'link', peerId, state, place });
    this.applyLinkState(peerId, state, place);
    if (this.isLeader && place !== '')
      storedAlerts.save({ list: [...useAlerts.getState().list], places: [...this.positions] });
  }

  private applyLinkState(peerId: number, state: LinkState | null, place: string): void {
    const before = useAlerts.getState().links.get(peerId);
    if (place !== '') this.positions.set(peerId, place);
    if (before === state) return;
    setLink(peerId, state);
    if (state === 'closed' && before === 'open') notifyClosed();
    else if (![...useAlerts.getState().links.values()].includes('closed')) dismiss(CLOSED_NOTICE);
  }

  private postMessage(message: Message): void {
    if (!this.stopController.signal.aborted) this.channel.postMessage(message);
  }

  private handleMessage(data: unknown): void {
    const { data: message } = Message.safeParse(data);
    if (message === undefined || this.stopController.signal.aborted) return;
    if (message.kind === 'alert') this.handleAlert(message.held, message.place);
    else if (message.kind === 'link') this.applyLinkState(message.peerId, message.state, message.place);
    else if (message.kind === 'config') void this.reloadConfig();
    else if (this.isLeader) this.sendStateToNewTab();
  }

  private sendStateToNewTab(): void {
    const { list, links } = useAlerts.getState();
    for (const held of list.toReversed())
      this.postMessage({ kind: 'alert', held, place: this.positions.get(held.peerId) ?? '' });
    for (const [peerId, state] of links)
      this.postMessage({ kind: 'link', peerId, state, place: this.positions.get(peerId) ?? '' });
  }

  private async reloadConfig(): Promise<void> {
    useAlerts.setState({ config: (await storedAlertConfig.load()) ?? DEFAULT_ALERT_CONFIG });
    if (this.isLeader) this.updateStreams();
  }
}

interface RequestedStream {
  readonly plant: PlantSession;
  readonly body: NonNullable<ReturnType<typeof buildStreamBody>>;
}

/** Key of a stream: it is reopened when its filter or its account changes. */
const getStreamKey = ({ plant, body }: RequestedStream): string =>
  JSON.stringify([plant.credentialId, plant.origin, body]);

const canReceiveAlerts = ({ state, login }: PlantSession): boolean =>
  state === 'ok' && login !== null && isForceEnabled(login.user);

/** T 8.5: notifies that reception is interrupted and being retried; shown for 60 seconds. */
function notifyClosed(): void {
  notify({
    id: CLOSED_NOTICE,
    text: translate('alerts:closed'),
    type: 'warning',
    timeout: STREAM_CLOSED_MESSAGE_MS,
    link: null,
  });
}

let runningCentre: AlertCentre | null = null;

/** Starts receiving alerts for a user; the returned function stops it. Notifies when the browser does not support it (T 4.8). */
export function startAlerts(user: string): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    notify({
      id: CLOSED_NOTICE,
      text: translate('alerts:unsupported'),
      type: 'warning',
      timeout: STREAM_CLOSED_MESSAGE_MS,
      link: null,
    });
    return () => dismiss(CLOSED_NOTICE);
  }
  const centre = new AlertCentre(user);
  runningCentre = centre;
  void centre.start(user);
  return () => {
    if (runningCentre === centre) runningCentre = null;
    centre.stop();
  };
}

/** Applies the user's alert settings in every tab. */
export const configureAlerts = (config: AlertConfig): void => runningCentre?.configure(config);
