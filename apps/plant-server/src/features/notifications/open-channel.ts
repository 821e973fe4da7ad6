import { ChannelSettings } from '@varco/contract/plant/alert-channels.ts';
import type { ChannelKind } from '@varco/domain/alerts/deliveries.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { z } from 'zod';
import type { ServerKey } from '../../auth/server-key.ts';
import type { ChannelClient } from './channel-client.ts';
import type { ChannelRow, RecipientRow } from './channel.repository.ts';
import { createMailClient } from './mail-client.ts';
import type { MailConnections } from './mail-connections.ts';
import { createPushClient } from './push-client.ts';
import { createTelegramClient } from './telegram-client.ts';
import { createTetraClient } from './tetra-client.ts';

/** Services and settings that every channel needs. */
export interface ChannelContext {
  readonly key: Pick<ServerKey, 'seal' | 'open'>;
  readonly outbound: OutboundClient;
  readonly connections: MailConnections;
  /** Allowed push services; `*.zone` stands for all subdomains. */
  readonly listPushServices: () => readonly string[];
  /** Host of the plant. */
  readonly host: string;
  readonly isDemo: boolean;
}

const buildChannelSealContext = (kind: ChannelKind): string => `alert-channel ${kind}`;
const buildRecipientSealContext = (address: string): string => `alert-recipient ${address}`;

export const sealChannelSecret = ({ key }: Pick<ChannelContext, 'key'>, kind: ChannelKind, secret: string): Buffer =>
  key.seal(buildChannelSealContext(kind), Buffer.from(secret));
export const sealBrowserSubscription = (
  { key }: Pick<ChannelContext, 'key'>,
  address: string,
  secret: string,
): Buffer => key.seal(buildRecipientSealContext(address), Buffer.from(secret));

/** Decrypts a secret; null when it was sealed with another server's key, for instance after a database was moved without it. */
function openSealed({ key }: Pick<ChannelContext, 'key'>, context: string, secret: Buffer): string | null {
  try {
    return key.open(context, secret).toString();
  } catch {
    return null;
  }
}

/** Decrypts the secret of a recipient; null: it has none, or it cannot be decrypted. */
export const openRecipientSecret = (
  around: Pick<ChannelContext, 'key'>,
  { address, secret }: Pick<RecipientRow, 'address' | 'secret'>,
): string | null => (secret === null ? null : openSealed(around, buildRecipientSealContext(address), secret));

/** Stored settings of a channel; null: never configured, or not valid for this version. */
export function parseChannelSettings<K extends ChannelKind>({ settings }: ChannelRow, kind: K): ChannelSettings[K] {
  const found = ChannelSettings.shape[kind].safeParse(settings);
  // `ChannelSettings` has one schema per kind, under the name of the kind.
  return (found.success ? found.data : null) as ChannelSettings[K];
}

/** The plant's public VAPID key for push services; empty: not created yet. */
export const readPushPublicKey = ({ settings }: ChannelRow): string =>
  z
    .object({ chiave: z.string().max(100) })
    .catch({ chiave: '' })
    .parse(settings).chiave;

/** Creates the client of a channel; null: it is not configured, or its secret cannot be decrypted. */
export function createChannelClient(row: ChannelRow, around: ChannelContext): ChannelClient | null {
  const secret = row.secret === null ? '' : openSealed(around, buildChannelSealContext(row.kind), row.secret);
  if (secret === null) return null;
  if (row.kind === 'mail') {
    const settings = parseChannelSettings(row, 'mail');
    return settings === null ? null : createMailClient(settings, secret, around);
  }
  if (row.kind === 'push') {
    const settings = parseChannelSettings(row, 'push');
    const publicKey = readPushPublicKey(row);
    if (settings === null || publicKey === '' || secret === '') return null;
    const vapid = { subject: `mailto:${settings.contatto}`, publicKey, privateKey: secret };
    return createPushClient(vapid, around.listPushServices, around.outbound);
  }
  const settings = parseChannelSettings(row, row.kind);
  if (settings === null) return null;
  return row.kind === 'telegram'
    ? createTelegramClient(settings, secret, around.outbound)
    : createTetraClient(settings, secret, around.outbound);
}
