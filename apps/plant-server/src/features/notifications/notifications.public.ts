// What other subjects use of notifications.
export { buildDeviceCodeMessage } from './alert-message.ts';
export { readChannels, readRecipient, readRecipients, deleteRecipient } from './channel.queries.ts';
export type { RecipientRow } from './channel.queries.ts';
export { countRecipients, insertRecipient, lockRecipient } from './channels.queries.ts';
export type { Editor, RecipientFields } from './channels.queries.ts';
export { createChannelClient, readPushPublicKey, sealBrowserSubscription } from './open-channel.ts';
export type { ChannelContext } from './open-channel.ts';
export { isPushService } from './push-client.ts';
