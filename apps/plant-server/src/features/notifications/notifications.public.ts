// What other subjects use of notifications.
export { buildDeviceCodeMessage } from './alert-message.ts';
export { readChannels, readRecipient, readRecipients, deleteRecipient } from './channel.repository.ts';
export type { RecipientRow } from './channel.repository.ts';
export { countRecipients, insertRecipient, lockRecipient } from './channels.repository.ts';
export type { Editor, RecipientFields } from './channels.repository.ts';
export { createChannelClient, readPushPublicKey, sealBrowserSubscription } from './open-channel.ts';
export type { ChannelContext } from './open-channel.ts';
export { isPushService } from './push-client.ts';
