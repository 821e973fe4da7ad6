import { ChannelSettings } from '@varco/contract/plant/alert-channels.ts';
import type { ChannelKind } from '@varco/domain/alerts/deliveries.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { z } from 'zod';
import type { ServerKey } from '../../auth/server-key.ts';
import type { ChannelClient } from './channel-client.ts';
import type { ChannelRow, RecipientRow } from './channel.queries.ts';
import { createMailClient } from './mail-client.ts';
import type { MailConnections } from './mail-connections.ts';
import { createPushClient } from './push-client.ts';
import { createTelegramClient } from './telegram-client.ts';
import { createTetraClient } from './tetra-client.ts';

/** Services and settings that every channel needs. */
export interface ChannelSurroundings {
  readonly key: Pick<ServerKey, 'seal' | 'open'>;
  readonly outbound: OutboundClient;
  readonly connections: MailConnections;
  /** Allowed push services; `*.zone` stands for all subdomains. */
  readonly pushServices: readonly string[];
  /** Host of the plant. */
  readonly host: string;
  readonly isDemo: boolean;
}

const contextOf = (kind: ChannelKind): string => `alert-channel ${kind}`;
const recipientContext = (address: string): string => `alert-recipient ${address}`;

export const sealChannel = ({ key }: Pick<ChannelSurroundings, 'key'>, kind: ChannelKind, secret: string): Buffer =>
  key.seal(contextOf(kind), Buffer.from(secret));
export const sealBrowser = ({ key }: Pick<ChannelSurroundings, 'key'>, address: string, secret: string): Buffer =>
  key.seal(recipientContext(address), Buffer.from(secret));

/** Decrypts a secret; null when it was sealed with another server's key, for instance after a database was moved without it. */
function opened({ key }: Pick<ChannelSurroundings, 'key'>, context: string, secret: Buffer): string | null {
  try {
    return key.open(context, secret).toString();
  } catch {
    return null;
  }
}

/** Decrypts the secret of a recipient; null: it has none, or it cannot be decrypted. */
export const openRecipient = (
  around: Pick<ChannelSurroundings, 'key'>,
  { address, secret }: Pick<RecipientRow, 'address' | 'secret'>,
): string | null => (secret === null ? null : opened(around, recipientContext(address), secret));

/** Stored settings of a channel; null: never configured, or not valid for this version. */
export function settingsOf<K extends ChannelKind>({ settings }: ChannelRow, kind: K): ChannelSettings[K] {
  const found = ChannelSettings.shape[kind].safeParse(settings);
  // `ChannelSettings` has one schema per kind, under the name of the kind.
  return (found.success ? found.data : null) as ChannelSettings[K];
}

/** The plant's public VAPID key for push services; empty: not created yet. */
export const pushKeyOf = ({ settings }: ChannelRow): string =>
  z
    .object({ chiave: z.string().max(100) })
    .catch({ chiave: '' })
    .parse(settings).chiave;

/** Creates the client of a channel; null: it is not configured, or its secret cannot be decrypted. */
export function openChannel(row: ChannelRow, around: ChannelSurroundings): ChannelClient | null {
  const secret = row.secret === null ? '' : opened(around, contextOf(row.kind), row.secret);
  if (secret === null) return null;
  if (row.kind === 'mail') {
    const settings = settingsOf(row, 'mail');
    return settings === null ? null : createMailClient(settings, secret, around);
  }
  if (row.kind === 'push') {
    const settings = settingsOf(row, 'push');
    const publicKey = pushKeyOf(row);
    if (settings === null || publicKey === '' || secret === '') return null;
    const vapid = { subject: `mailto:${settings.contatto}`, publicKey, privateKey: secret };
    return createPushClient(vapid, around.pushServices, around.outbound);
  }
  const settings = settingsOf(row, row.kind);
  if (settings === null) return null;
  return row.kind === 'telegram'
    ? createTelegramClient(settings, secret, around.outbound)
    : createTetraClient(settings, secret, around.outbound);
}
