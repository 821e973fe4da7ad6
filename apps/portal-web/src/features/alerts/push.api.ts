import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/plant/own-push.ts';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { type BrowserPush, PushSubscribeError } from '../../lib/alerts/web-push.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

export type OwnPush = CallOutput<typeof api.readOwnPush>;

/** Push subscriptions of the user on a plant. A plant that refuses the call offers no push. */
export const ownPushQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['own-push', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.readOwnPush, {}, { signal }),
    retry: false,
    staleTime: 0,
  });

/** One user on one plant, for which this browser subscribes. */
export interface PushTarget {
  readonly peerId: number;
  readonly plantUuid: string;
  readonly user: string;
}

/** Label of this browser among the user's own: browser and operating system. */
export function formatBrowserName(userAgent: string): string {
  const found = (names: readonly (readonly [RegExp, string])[]): string =>
    names.find(([sign]) => sign.test(userAgent))?.[1] ?? '';
  const maker = found([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrom(e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = found([
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ]);
  return [maker === '' ? 'Browser' : maker, system].filter((word) => word !== '').join(' · ');
}

/** Kind of device, for the list of devices. */
export const detectDeviceKind = (userAgent: string): 'pc' | 'smartphone' =>
  /Android|iPhone|iPad|Mobile/.test(userAgent) ? 'smartphone' : 'pc';

/**
 * Subscribes this browser and registers it with the plant; unsubscribes again if the plant refuses. Resolves with the
 * browser's id there.
 */
export async function enablePush(
  browser: BrowserPush,
  { peerId, plantUuid, user }: PushTarget,
  request: { readonly key: string; readonly kinds: readonly AlertKind[]; readonly language: 'it' | 'en' },
): Promise<number> {
  const keys = await browser.subscribe(plantUuid, user, request.key);
  const { userAgent } = navigator;
  const body = {
    nome: formatBrowserName(userAgent),
    dispositivo: detectDeviceKind(userAgent),
    ...keys,
    tipi: [...request.kinds],
    lingua: request.language,
  };
  try {
    return (await callPeer(peerId, api.addOwnPush, { body })).id;
  } catch (error) {
    await browser.unsubscribe(plantUuid, user);
    throw error;
  }
}

/** Removes the browser from the plant and unsubscribes it. `id`: its id on the plant; null: not registered there. */
export async function disablePush(browser: BrowserPush, place: PushTarget, id: number | null): Promise<void> {
  if (id !== null) await removePushBrowser(place.peerId, id);
  await browser.unsubscribe(place.plantUuid, place.user);
}

export async function removePushBrowser(peerId: number, id: number): Promise<void> {
  try {
    await callPeer(peerId, api.removeOwnPush, { params: { id } });
  } catch (error) {
    // Already removed: the intended result.
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  }
}

/** Why a push switch failed, as a message key suffix. */
export function toPushFailure(error: unknown): 'blocked' | 'service' | 'full' | 'notAllowed' | 'other' {
  if (error instanceof PushSubscribeError) return error.reason;
  if (!(error instanceof ApiError)) return 'other';
  if (error.code === 'conflict') return 'full';
  return error.code === 'bad_request' ? 'notAllowed' : 'other';
}
