import { readOwnPush, removeOwnPush } from '@varco/contract/plant/own-push.ts';
import { callPeer } from '../plants/plant-sessions.ts';
import { usePlants } from '../plants/plant-store.ts';

/**
 * Whether this browser can receive alerts while the portal is closed. `blocked`: the user or an administrator denied
 * permission.
 */
export type PushState = 'unsupported' | 'blocked' | 'possible';

/** Push address and keys of this browser for one plant. */
export interface PushKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Reason why a subscription failed. `service`: the browser vendor's push service did not respond. */
export class PushSubscribeError extends Error {
  override readonly name = 'PushRefused';
  readonly reason: 'blocked' | 'service';

  constructor(reason: 'blocked' | 'service', cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/**
 * Browser side of Web Push. Each plant has its own subscription, because plants sign with their own key and a
 * subscription accepts only one.
 */
export interface BrowserPush {
  getState(): PushState;
  /** Fingerprint by which the plant identifies this browser: SHA-256 of its push address; null: not subscribed. */
  getFingerprint(plantUuid: string, user: string): Promise<string | null>;
  /** Asks the user for permission, then subscribes at the push service. Throws {@link PushRefused}. */
  subscribe(plantUuid: string, user: string, key: string): Promise<PushKeys>;
  unsubscribe(plantUuid: string, user: string): Promise<void>;
}

const SCOPE_PATTERN = /^\/push\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/$/;
/** Service worker scope without any page below it, so that the worker never intercepts page requests. */
const buildScope = (plantUuid: string, user: string): string => `/push/${plantUuid}/${user}/`;
/** Maximum wait for plants to remove this browser at sign-out. */
const MAX_UNREGISTER_WAIT_MS = 3_000;

/** A service worker registration of this portal, with its plant and user. */
interface OwnRegistration {
  readonly registration: ServiceWorkerRegistration;
  readonly plantUuid: string;
  readonly user: string;
}

async function findOwnRegistrations(): Promise<readonly OwnRegistration[]> {
  if (!('serviceWorker' in navigator)) return [];
  const all = await navigator.serviceWorker.getRegistrations();
  return all.flatMap((registration) => {
    const [, plantUuid, user] = SCOPE_PATTERN.exec(new URL(registration.scope).pathname) ?? [];
    return plantUuid === undefined || user === undefined ? [] : [{ registration, plantUuid, user }];
  });
}

const findOwnRegistration = async (plantUuid: string, user: string): Promise<ServiceWorkerRegistration | null> =>
  (await findOwnRegistrations()).find((one) => one.plantUuid === plantUuid && one.user === user)?.registration ?? null;

async function computeFingerprint(registration: ServiceWorkerRegistration): Promise<string | null> {
  const subscription = await registration.pushManager.getSubscription();
  if (subscription === null) return null;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Ends the push subscription and closes its notifications. The push service refuses later messages. */
async function endSubscription(registration: ServiceWorkerRegistration): Promise<void> {
  const subscription = await registration.pushManager.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
  for (const notification of await registration.getNotifications()) notification.close();
  await registration.unregister();
}

function waitUntilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active !== null || worker === null) return Promise.resolve();
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    });
  });
}

async function subscribeRegistration(scope: string, key: string): Promise<PushKeys> {
  const registration = await navigator.serviceWorker.register('/sw.js', { scope, updateViaCache: 'none' });
  try {
    await waitUntilActive(registration);
    // Removes a subscription with an outdated key: the plant has a new one, and its messages would be refused.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint = '', keys } = made.toJSON();
    return { endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
  } catch (error) {
    await endSubscription(registration);
    const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
    throw new PushSubscribeError(isBlocked ? 'blocked' : 'service', error);
  }
}

/** The implementation for the current browser. */
export const thisBrowser: BrowserPush = {
  getState() {
    const isKnown = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
    if (!isKnown) return 'unsupported';
    return Notification.permission === 'denied' ? 'blocked' : 'possible';
  },
  async getFingerprint(plantUuid, user) {
    const registration = await findOwnRegistration(plantUuid, user);
    return registration === null ? null : computeFingerprint(registration);
  },
  async subscribe(plantUuid, user, key) {
    if ((await Notification.requestPermission()) !== 'granted') throw new PushSubscribeError('blocked');
    return subscribeRegistration(buildScope(plantUuid, user), key);
  },
  async unsubscribe(plantUuid, user) {
    const registration = await findOwnRegistration(plantUuid, user);
    if (registration !== null) await endSubscription(registration);
  },
};

/**
 * Ends the subscriptions of every user except `keepsUser`: of a signed-out user or an earlier one. Plants learn it from
 * the push service.
 */
export async function endOtherUsersPush(keepsUser: string | null): Promise<void> {
  for (const { registration, user } of await findOwnRegistrations())
    if (user !== keepsUser) await endSubscription(registration);
}

/** Runs at sign-out: reachable plants remove this browser, then it is unsubscribed everywhere. */
export async function unregisterPush(): Promise<void> {
  const ours = await findOwnRegistrations();
  if (ours.length === 0) return;
  const signal = AbortSignal.timeout(MAX_UNREGISTER_WAIT_MS);
  await Promise.allSettled(ours.map((one) => removeFromPlant(one, signal)));
  await endOtherUsersPush(null);
}

async function removeFromPlant({ registration, plantUuid }: OwnRegistration, signal: AbortSignal): Promise<void> {
  const print = await computeFingerprint(registration);
  const plants = [...usePlants.getState().plants.values()];
  const plant = plants.find(({ login }) => login?.parameters.plant_uuid === plantUuid);
  if (print === null || plant === undefined) return;
  const { objects } = await callPeer(plant.peerId, readOwnPush, {}, { signal });
  const here = objects.find(({ impronta }) => impronta === print);
  if (here !== undefined) await callPeer(plant.peerId, removeOwnPush, { params: { id: here.id } }, { signal });
}
