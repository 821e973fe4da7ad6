import { randomInt } from 'node:crypto';
import { DEVICE_CODE_MINUTES, type DeviceCode } from '@varco/contract/plant/devices.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { createChannelClient, readChannels, buildDeviceCodeMessage } from '../notifications/notifications.public.ts';
import type { DevicesDeps } from './devices.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { type DeviceRow, storeCodeHash } from './devices.repository.ts';

/** Without letters and digits that are easily confused. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 10;
const CODE_LIFETIME_MS = DEVICE_CODE_MINUTES * 60_000;

type KeyDeps = Pick<DevicesDeps, 'key'>;

/** Hash under which a code is stored and found. Spaces, dashes and case are ignored. */
export const hashDeviceCode = ({ key }: KeyDeps, code: string): string =>
  key.mac('device-code', code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));

/** Creates a new code for a device (50 bits of randomness) and stores its hash. */
export async function createDeviceCode(
  runner: Runner,
  keys: KeyDeps,
  id: string,
  nowIso: string,
): Promise<{ readonly code: string; readonly expiresAt: string }> {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  const expiresAt = toIsoInstant(parseInstantMs(nowIso) + CODE_LIFETIME_MS);
  await storeCodeHash(runner, id, hashDeviceCode(keys, letters), expiresAt);
  return { code: `${letters.slice(0, 5)}-${letters.slice(5)}`, expiresAt };
}

/**
 * Delivers a code. The code of a chat is sent only to that chat, which proves that whoever enters it has access to the
 * chat; other codes are returned.
 */
export async function deliverDeviceCode(
  deps: Pick<DevicesDeps, 'store' | 'channelContext'>,
  device: Pick<DeviceRow, 'kind' | 'chat'>,
  { code, expiresAt }: { readonly code: string; readonly expiresAt: string },
  { now, language, signal }: { readonly now: string; readonly language: 'it' | 'en'; readonly signal: AbortSignal },
): Promise<DeviceCode> {
  if (device.kind !== 'telegram') return { codice: code, scade_il: expiresAt, inviato: true, risposta: '' };
  const { runner } = deps.store;
  const channel = (await readChannels(runner)).find(({ kind }) => kind === 'telegram');
  const client = channel === undefined ? null : createChannelClient(channel, deps.channelContext);
  if (client === null) return { codice: '', scade_il: expiresAt, inviato: false, risposta: 'not configured' };
  const { label, uuid, portal_url: portalUrl } = await readPlantSettings(runner);
  const message = buildDeviceCodeMessage({ plant: label, plantUuid: uuid, portalUrl }, code, now, language);
  const { kind, response: answer } = await client.send({ address: device.chat, secret: null }, message, signal);
  return { codice: '', scade_il: expiresAt, inviato: kind === 'sent', risposta: answer };
}
