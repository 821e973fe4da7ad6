import { setTimeout as wait } from 'node:timers/promises';
import type { Branch } from '@varco/cameras/decode/tree.ts';
import * as answers from '@varco/cameras/onvif/soap-answers.ts';
import * as requests from '@varco/cameras/onvif/soap-requests.ts';
import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { keepConnected, TransportError } from './keep-connected.ts';
import { OnvifCaller } from './onvif-calls.ts';
import type { Deliver, NoteContact, OpenTransport, ReceptionOf, TransportCamera } from './transport.ts';

/** Path of the device service where the address has none (ONVIF Core). */
const DEVICE_PATH = '/onvif/device_service';
const SUBSCRIPTION_S = 120;
/** A subscription that ends sooner than this is renewed. */
const RENEW_BEFORE_MS = 60_000;
/** How long one call waits for events, and how many it brings: pictures make them large. */
const PULL_S = 20;
const PULL_LIMIT = 10;
/** Answers without events are contacts, at most one in this time. */
const CONTACT_MS = 60_000;
/** Pause after an answer without events that came at once: the camera does not wait for them. */
const IMPATIENT_MS = 1_000;
const END_MS = 2_000;

interface OnvifOptions {
  readonly camera: TransportCamera;
  readonly reception: ReceptionOf<'onvif'>;
  readonly outbound: Pick<OutboundClient, 'resolveAddress'>;
  readonly deliver: Deliver;
  readonly noteContact: NoteContact;
  readonly now: () => Date;
  readonly log: Log;
}

/** A subscription in use, and the address its calls go to. */
interface Subscription extends answers.SubscriptionReference {
  readonly url: URL;
}

/**
 * Asks a camera for its events (ONVIF PullPoint): subscribes, waits for events, renews, and ends the subscription. What it
 * answers is a message as it is; the next call is made when the message is stored. All calls go to the host of the address,
 * resolved once and checked: of the addresses that the camera names only the paths count.
 */
export function followOnvifEvents(options: OnvifOptions): OpenTransport {
  const { camera, reception, outbound, now, log } = options;
  const address = new URL(reception.indirizzo);
  if (address.pathname === '/') address.pathname = DEVICE_PATH;
  return keepConnected({ camera, now, log }, async (signal, onConnected) => {
    const host = await outbound.resolveAddress(address.hostname);
    const credentials = { user: reception.utente, password: camera.secret ?? '' };
    const caller = new OnvifCaller({ host, credentials, now, signal });
    await readCameraClock(caller, address);
    const subscription = await subscribe(caller, await findEventService(caller, address));
    onConnected();
    try {
      await pullUntilEnd(caller, subscription, options, signal);
    } finally {
      // A subscription that is left behind takes one of the few places that cameras have.
      const ending = { signal: AbortSignal.timeout(END_MS) };
      await caller.call(subscription.url, requests.endSubscription(subscription), ending).catch(() => {});
    }
  });
}

/** Address at the host that was checked, with the path that the camera names. */
function toOwnAddress(address: URL, named: string): URL {
  if (!URL.canParse(named, address.href)) throw new TransportError('not_a_stream', 'the camera names no address');
  const { pathname, search } = new URL(named, address.href);
  const own = new URL(address);
  own.pathname = pathname;
  own.search = search;
  return own;
}

function requireDocument({ document }: { readonly document: Branch | null }): Branch {
  if (document === null) throw new TransportError('not_a_stream', 'the answer is no message of ONVIF');
  return document;
}

/** Asks for the clock, which needs no sign-in; a camera that refuses it is taken to have the plant's. */
async function readCameraClock(caller: OnvifCaller, address: URL): Promise<void> {
  const answer = await orNullIfRefused(caller.call(address, requests.GET_CLOCK));
  const clock = answer === null ? null : answers.readClock(requireDocument(answer));
  if (clock !== null) caller.setClock(clock);
}

async function findEventService(caller: OnvifCaller, address: URL): Promise<URL> {
  const services = await orNullIfRefused(caller.call(address, requests.GET_SERVICES));
  const named = services === null ? null : answers.readEventService(requireDocument(services));
  if (named !== null) return toOwnAddress(address, named);
  const capabilities = requireDocument(await caller.call(address, requests.GET_CAPABILITIES));
  const older = answers.readEventService(capabilities);
  if (older === null) throw new TransportError('events_refused', 'the camera has no service of events');
  return toOwnAddress(address, older);
}

/** An answer; null: the camera does not know the call. Other failures are thrown. */
async function orNullIfRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TransportError && error.fault === 'events_refused') return null;
    throw error;
  }
}

async function subscribe(caller: OnvifCaller, service: URL): Promise<Subscription> {
  const answer = await caller.call(service, requests.createSubscription(SUBSCRIPTION_S));
  const reference = answers.readSubscription(requireDocument(answer), answer.text);
  if (reference === null) throw new TransportError('events_refused', 'the camera made no subscription');
  return { ...reference, url: toOwnAddress(service, reference.address) };
}

/** Waits for events for as long as the subscription lives. */
async function pullUntilEnd(
  caller: OnvifCaller,
  subscription: Subscription,
  { camera, deliver, noteContact, now }: OnvifOptions,
  signal: AbortSignal,
): Promise<never> {
  let { endsInMs } = subscription;
  let contactMs = 0;
  for (;;) {
    if (endsInMs !== null && endsInMs < RENEW_BEFORE_MS) endsInMs = await renew(caller, subscription);
    const pull = requests.pullMessages(subscription, PULL_S, PULL_LIMIT);
    const beganMs = performance.now();
    const { bytes, document } = await caller.call(subscription.url, pull, {
      maxBytes: MAX_CAMERA_BODY_BYTES,
      waitMs: PULL_S * 1_000,
    });
    const pulled = document === null ? null : answers.readPulled(document);
    if (pulled?.count === 0) {
      const isDue = now().getTime() - contactMs >= CONTACT_MS;
      if (isDue) noteContact(camera);
      if (isDue) contactMs = now().getTime();
      if (performance.now() - beganMs < IMPATIENT_MS) await wait(IMPATIENT_MS, undefined, { signal });
    } else
      await deliver(camera, { contentType: 'application/soap+xml', body: bytes, fileName: null, query: '' }, signal);
    // An answer that cannot be understood is among the refused messages now, where it can be seen.
    if (pulled === null) throw new TransportError('not_a_stream', 'the answer has no events of ONVIF');
    endsInMs = pulled.endsInMs;
  }
}

/** The time until a renewed subscription ends; a camera that renews with every call may not know this one. */
async function renew(caller: OnvifCaller, subscription: Subscription): Promise<number | null> {
  const answer = await orNullIfRefused(
    caller.call(subscription.url, requests.renewSubscription(subscription, SUBSCRIPTION_S)),
  );
  const document = answer?.document ?? null;
  return document === null ? null : answers.readRenewal(document);
}
