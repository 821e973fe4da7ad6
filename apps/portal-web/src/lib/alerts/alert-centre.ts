import { CLOSED_MESSAGE_MS } from '@varco/domain/alerts/alert-kinds.ts';
import { isForceEnabled } from '@varco/domain/permissions.ts';
import { z } from 'zod';
import { dismiss, notify } from '../notices/notices.store.ts';
import { type PlantSession, usePlants } from '../plants/plant-store.ts';
import { say } from '../say.ts';
import { sealedValue } from '../storage/sealed-value.ts';
import { type AlertConfig, FIRST_CONFIG, keptConfig, streamBody } from './alert-config.ts';
import { announce } from './announce.ts';
import { forgetAlerts, HeldAlert, heldOf, type LinkState, setLink, takeAlert, useAlerts } from './alerts.store.ts';
import { keepStream } from './plant-stream.ts';

/** Messages between the tabs of one browser. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('alert'), held: HeldAlert, place: z.string().max(20) }),
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
const Kept = z.object({ list: z.array(HeldAlert).max(11), places: z.array(z.tuple([z.int(), z.string().max(20)])) });
const keptAlerts = sealedValue('alert-list', Kept);

/**
 * Alerts of one user in this tab. One tab of the browser is the leader: it reads one stream per plant and forwards the
 * alerts to the other tabs.
 */
class AlertCentre {
  private readonly channel: BroadcastChannel;
  private readonly ending = new AbortController();
  private readonly places = new Map<number, string>();
  private readonly streams = new Map<number, { readonly asked: string; stop(): void }>();
  private isLeader = false;

  constructor(user: string) {
    this.channel = new BroadcastChannel(`varco-alerts-${user}`);
    this.channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.hear(data));
  }

  async start(user: string): Promise<void> {
    const [config, kept] = [await keptConfig.load(), await keptAlerts.load()];
    if (this.ending.signal.aborted) return;
    useAlerts.setState({ config: config ?? FIRST_CONFIG });
    for (const [peerId, place] of kept?.places ?? []) this.places.set(peerId, place);
    for (const held of kept?.list ?? []) takeAlert(held);
    useAlerts.setState({ unseen: 0, popupId: null });
    this.say({ kind: 'hello' });
    const { signal } = this.ending;
    await navigator.locks.request(`varco-alerts-${user}`, { signal }, () => this.lead()).catch(() => undefined);
  }

  stop(): void {
    this.ending.abort();
    this.channel.close();
    dismiss(CLOSED_NOTICE);
    forgetAlerts();
  }

  configure(config: AlertConfig): void {
    useAlerts.setState({ config });
    keptConfig.save(config);
    void keptConfig.written().then(() => this.say({ kind: 'config' }));
    if (this.isLeader) this.ask();
  }

  /** Reads the streams until this tab closes. The next tab in the lock queue then continues at the same positions. */
  private async lead(): Promise<void> {
    this.isLeader = true;
    const stopWatching = usePlants.subscribe(() => this.ask());
    this.ask();
    await new Promise<void>((resolve) => {
      this.ending.signal.addEventListener('abort', () => resolve());
    });
    stopWatching();
    for (const stream of this.streams.values()) stream.stop();
  }

  /** Opens, changes and ends streams according to settings and sign-ins. */
  private ask(): void {
    const { config } = useAlerts.getState();
    const wanted = new Map(
      [...usePlants.getState().plants.values()].flatMap((plant) => {
        const body = isListened(plant) ? streamBody(config, plant.peerId) : null;
        return body === null ? [] : [[plant.peerId, { plant, body }] as const];
      }),
    );
    for (const [peerId, stream] of this.streams) {
      const one = wanted.get(peerId);
      if (one !== undefined && askedOf(one) === stream.asked) continue;
      stream.stop();
      this.streams.delete(peerId);
      if (one === undefined) this.tellLink(peerId, null, '');
    }
    for (const [peerId, one] of wanted) if (!this.streams.has(peerId)) this.open(peerId, one);
  }

  private open(peerId: number, one: Wanted): void {
    const controller = new AbortController();
    this.streams.set(peerId, { asked: askedOf(one), stop: () => controller.abort() });
    const ports = {
      place: () => this.places.get(peerId) ?? '',
      onOpen: (place: string) => this.tellLink(peerId, 'open', place),
      onAlert: (alert: HeldAlert['alert'], place: string) => {
        const held = heldOf(peerId, alert);
        this.say({ kind: 'alert', held, place });
        this.arrived(held, place);
      },
      onClosed: () => this.tellLink(peerId, 'closed', ''),
      onRefused: () => this.tellLink(peerId, null, ''),
    };
    void keepStream(one.plant.credentialId, one.body, ports, controller.signal);
  }

  private arrived(held: HeldAlert, place: string): void {
    this.places.set(held.peerId, place);
    const isNews = takeAlert(held);
    if (!this.isLeader) return;
    keptAlerts.save({ list: [...useAlerts.getState().list], places: [...this.places] });
    const isUrged = held.alert.sollecitato_il !== null && held.alert.in_carico_a === '' && held.alert.esito === null;
    if (isNews || isUrged) announce(held, useAlerts.getState().config);
  }

  private tellLink(peerId: number, state: LinkState | null, place: string): void {
    this.say({ kind: 'link', peerId, state, place });
    this.link(peerId, state, place);
    if (this.isLeader && place !== '')
      keptAlerts.save({ list: [...useAlerts.getState().list], places: [...this.places] });
  }

  private link(peerId: number, state: LinkState | null, place: string): void {
    const before = useAlerts.getState().links.get(peerId);
    if (place !== '') this.places.set(peerId, place);
    if (before === state) return;
    setLink(peerId, state);
    if (state === 'closed' && before === 'open') tellClosed();
    else if (![...useAlerts.getState().links.values()].includes('closed')) dismiss(CLOSED_NOTICE);
  }

  private say(message: Message): void {
    if (!this.ending.signal.aborted) this.channel.postMessage(message);
  }

  private hear(data: unknown): void {
    const { data: message } = Message.safeParse(data);
    if (message === undefined || this.ending.signal.aborted) return;
    if (message.kind === 'alert') this.arrived(message.held, message.place);
    else if (message.kind === 'link') this.link(message.peerId, message.state, message.place);
    else if (message.kind === 'config') void this.reload();
    else if (this.isLeader) this.tellNewTab();
  }

  private tellNewTab(): void {
    const { list, links } = useAlerts.getState();
    for (const held of list.toReversed()) this.say({ kind: 'alert', held, place: this.places.get(held.peerId) ?? '' });
    for (const [peerId, state] of links)
      this.say({ kind: 'link', peerId, state, place: this.places.get(peerId) ?? '' });
  }

  private async reload(): Promise<void> {
    useAlerts.setState({ config: (await keptConfig.load()) ?? FIRST_CONFIG });
    if (this.isLeader) this.ask();
  }
}

interface Wanted {
  readonly plant: PlantSession;
  readonly body: NonNullable<ReturnType<typeof streamBody>>;
}

/** Key of a stream: it is reopened when its filter or its account changes. */
const askedOf = ({ plant, body }: Wanted): string => JSON.stringify([plant.credentialId, plant.origin, body]);

const isListened = ({ state, login }: PlantSession): boolean =>
  state === 'ok' && login !== null && isForceEnabled(login.user);

/** T 8.5: notifies that reception is interrupted and being retried; shown for 60 seconds. */
function tellClosed(): void {
  notify({ id: CLOSED_NOTICE, text: say('alerts:closed'), type: 'warning', timeout: CLOSED_MESSAGE_MS, link: null });
}

let running: AlertCentre | null = null;

/** Starts receiving alerts for a user; the returned function stops it. Notifies when the browser does not support it (T 4.8). */
export function startAlerts(user: string): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    notify({
      id: CLOSED_NOTICE,
      text: say('alerts:unsupported'),
      type: 'warning',
      timeout: CLOSED_MESSAGE_MS,
      link: null,
    });
    return () => dismiss(CLOSED_NOTICE);
  }
  const centre = new AlertCentre(user);
  running = centre;
  void centre.start(user);
  return () => {
    if (running === centre) running = null;
    centre.stop();
  };
}

/** Applies the user's alert settings in every tab. */
export const configureAlerts = (config: AlertConfig): void => running?.configure(config);
