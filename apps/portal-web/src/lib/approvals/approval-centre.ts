import { Approval, listApprovals, watchApprovals } from '@varco/contract/plant/approvals.ts';
import { z } from 'zod';
import { readEvents, readEventsForever, type StreamEvent } from '../api/event-stream.ts';
import { dismiss, notify } from '../notices/notices.store.ts';
import { callPlant, getPlantTarget } from '../plants/plant-sessions.ts';
import { type PlantSession, usePlants } from '../plants/plant-store.ts';
import { translate } from '../translate.ts';
import { isConcerned } from './is-concerned.ts';
import { clearApprovals, listDecidable, refreshApprovals, setApprovals, useApprovals } from './approvals.store.ts';

const WAITING_NOTICE = 'approvals-waiting';
const NOTICE_MS = 15_000;

/** Messages between the tabs of one browser. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('list'), peerId: z.int(), list: z.array(Approval) }),
]);
type Message = z.infer<typeof Message>;
type Approvals = ReadonlyMap<number, readonly Approval[]>;

/**
 * Follows the requests of all plants. One tab of the browser reads the streams; each passes on what it read or decided, so
 * that the others, and the second screen, do not wait for their plant to say so.
 */
class ApprovalCentre {
  private readonly channel: BroadcastChannel;
  private readonly isQuiet: boolean;
  /** Lists that came from another tab: they are not sent back. */
  private readonly received = new WeakSet<readonly Approval[]>();
  private readonly stopPassingOn: () => void;
  private readonly stopController = new AbortController();
  private readonly streams = new Map<string, AbortController>();
  private isLeader = false;

  constructor(user: string, isQuiet: boolean) {
    this.isQuiet = isQuiet;
    this.channel = new BroadcastChannel(`varco-approvals-${user}`);
    this.channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.handleMessage(data));
    this.stopPassingOn = useApprovals.subscribe(({ byPeer }, before) => this.passOn(byPeer, before.byPeer));
    this.post({ kind: 'hello' });
    const { signal } = this.stopController;
    void navigator.locks.request(`varco-approvals-${user}`, { signal }, () => this.lead()).catch(() => undefined);
  }

  stop(): void {
    this.stopController.abort();
    this.stopPassingOn();
    this.channel.close();
    if (!this.isQuiet) dismiss(WAITING_NOTICE);
    clearApprovals();
  }

  /** Reads the streams until this tab closes; the next tab in the lock queue then continues. */
  private async lead(): Promise<void> {
    this.isLeader = true;
    const stopWatching = usePlants.subscribe(() => this.updateStreams());
    this.updateStreams();
    await new Promise<void>((resolve) => {
      this.stopController.signal.addEventListener('abort', () => resolve());
    });
    stopWatching();
    for (const stream of this.streams.values()) stream.abort();
  }

  private updateStreams(): void {
    const wanted = new Map(
      [...usePlants.getState().plants.values()].filter(isConcerned).map((plant) => [plant.credentialId, plant]),
    );
    for (const [id, stream] of this.streams) {
      if (wanted.has(id)) continue;
      stream.abort();
      this.streams.delete(id);
    }
    for (const [id, plant] of wanted) if (!this.streams.has(id)) this.openStream(plant);
  }

  private openStream({ credentialId, peerId }: PlantSession): void {
    const controller = new AbortController();
    this.streams.set(credentialId, controller);
    const open = (): AsyncIterable<StreamEvent> =>
      readEvents(getPlantTarget(credentialId), watchApprovals, { body: {} }, controller.signal);
    const onEvent = ({ name }: StreamEvent): void => {
      if (name === 'richieste') void this.readList(credentialId, peerId, controller.signal);
    };
    void readEventsForever(open, { onEvent }, controller.signal);
  }

  private async readList(credentialId: string, peerId: number, signal: AbortSignal): Promise<void> {
    const read = async (): Promise<readonly Approval[]> => {
      const { objects } = await callPlant(credentialId, listApprovals, {}, { signal, isPolling: true });
      signal.throwIfAborted();
      return objects;
    };
    // A failed call is repeated with the next event; the stream reports the plant as absent elsewhere.
    const refreshed = await refreshApprovals(peerId, read).catch(() => null);
    if (refreshed !== null) this.announce(refreshed.before, refreshed.list);
  }

  /** Sends the other tabs each list that changed here: read from the plant, or after a decision of this person. */
  private passOn(lists: Approvals, before: Approvals): void {
    for (const [peerId, list] of lists)
      if (before.get(peerId) !== list && !this.received.has(list)) this.post({ kind: 'list', peerId, list: [...list] });
  }

  private post(message: Message): void {
    if (!this.stopController.signal.aborted) this.channel.postMessage(message);
  }

  private handleMessage(data: unknown): void {
    const { data: message } = Message.safeParse(data);
    if (message === undefined || this.stopController.signal.aborted) return;
    if (message.kind === 'list') this.receiveList(message.peerId, message.list);
    else if (this.isLeader)
      for (const [peerId, list] of useApprovals.getState().byPeer) this.post({ kind: 'list', peerId, list: [...list] });
  }

  /** A list that another tab of this browser passed on. */
  private receiveList(peerId: number, list: readonly Approval[]): void {
    const before = useApprovals.getState().byPeer.get(peerId);
    this.received.add(list);
    setApprovals(peerId, list);
    this.announce(before, list);
  }

  private announce(before: readonly Approval[] | undefined, list: readonly Approval[]): void {
    if (this.isQuiet) return;
    if (before !== undefined) announceDecisions(before, list);
    announceWaiting();
  }
}

/** Says how many requests wait, while some do. */
function announceWaiting(): void {
  const waiting = new Set(listDecidable(useApprovals.getState()).map(({ lotto }) => lotto)).size;
  if (waiting === 0) return dismiss(WAITING_NOTICE);
  notify({
    id: WAITING_NOTICE,
    text: translate('approvals:waitingNotice', { count: waiting }),
    type: 'info',
    timeout: NOTICE_MS,
    link: null,
  });
}

/** Says what was decided about the person's own requests since the last list. */
function announceDecisions(before: readonly Approval[], list: readonly Approval[]): void {
  const wasOpen = new Set(before.filter(({ stato }) => stato === 'open').map(({ id }) => id));
  for (const { id, lotto, propria, stato, deciso_da: by } of list) {
    if (!propria || !wasOpen.has(id) || (stato !== 'granted' && stato !== 'refused')) continue;
    notify({
      // One notification for all plants that were asked together.
      id: `approval-${lotto}-${stato}`,
      text: translate(`approvals:notice.${stato}`, { by: by ?? '' }),
      type: stato === 'granted' ? 'success' : 'warning',
      timeout: NOTICE_MS,
      link: null,
    });
  }
}

/**
 * Starts following requests for a user; the returned function stops it.
 * @param options.isQuiet without notifications: the second screen stands beside a window that shows them
 */
export function startApprovals(user: string, { isQuiet = false }: { readonly isQuiet?: boolean } = {}): () => void {
  const centre = new ApprovalCentre(user, isQuiet);
  return () => centre.stop();
}
