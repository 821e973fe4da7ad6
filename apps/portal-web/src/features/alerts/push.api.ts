import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/plant/alert-channels.ts';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { type BrowserPush, PushRefused } from '../../lib/alerts/web-push.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

export type OwnPush = CallOutput<typeof api.readOwnPush>;

/** What a plant says of a person's browsers. A plant that refuses offers nothing here. */
export const ownPushQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['own-push', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.readOwnPush, {}, { signal }),
    retry: false,
    staleTime: 0,
  });

/** One plant of one person, as this browser subscribes to it. */
export interface PushPlace {
  readonly peerId: number;
  readonly plantUuid: string;
  readonly user: string;
}

/** Name of this browser among a person's own: its maker and the system. */
export function browserName(userAgent: string): string {
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

/** What a browser runs on, for the list of devices. */
export const deviceKind = (userAgent: string): 'pc' | 'smartphone' =>
  /Android|iPhone|iPad|Mobile/.test(userAgent) ? 'smartphone' : 'pc';

/** Subscribes this browser and tells the plant; what the plant does not take is undone. Answers with the browser's id on the plant. */
export async function switchOn(
  browser: BrowserPush,
  { peerId, plantUuid, user }: PushPlace,
  wish: { readonly key: string; readonly kinds: readonly AlertKind[]; readonly language: 'it' | 'en' },
): Promise<number> {
  const keys = await browser.subscribe(plantUuid, user, wish.key);
  const { userAgent } = navigator;
  const body = {
    nome: browserName(userAgent),
    dispositivo: deviceKind(userAgent),
    ...keys,
    tipi: [...wish.kinds],
    lingua: wish.language,
  };
  try {
    return (await callPeer(peerId, api.addOwnPush, { body })).id;
  } catch (error) {
    await browser.unsubscribe(plantUuid, user);
    throw error;
  }
}

/** `id`: this browser as the plant knows it; null: it does not. */
export async function switchOff(browser: BrowserPush, place: PushPlace, id: number | null): Promise<void> {
  if (id !== null) await removeBrowser(place.peerId, id);
  await browser.unsubscribe(place.plantUuid, place.user);
}

export async function removeBrowser(peerId: number, id: number): Promise<void> {
  try {
    await callPeer(peerId, api.removeOwnPush, { params: { id } });
  } catch (error) {
    // Struck off meanwhile: that is what was wanted.
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  }
}

/** Why a switch did not move, as a key of the texts. */
export function failureOf(error: unknown): 'blocked' | 'service' | 'full' | 'notAllowed' | 'other' {
  if (error instanceof PushRefused) return error.reason;
  if (!(error instanceof ApiError)) return 'other';
  if (error.code === 'conflict') return 'full';
  return error.code === 'bad_request' ? 'notAllowed' : 'other';
}
