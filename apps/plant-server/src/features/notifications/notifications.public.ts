// What other subjects use of notifications.
export { writeDeviceCode } from './alert-message.ts';
export { readChannels, readRecipient, readRecipients, retireRecipient } from './channel.queries.ts';
export type { RecipientRow } from './channel.queries.ts';
export { countRecipients, insertRecipient, lockRecipient } from './channels.queries.ts';
export type { Editor, RecipientFields } from './channels.queries.ts';
export { openChannel, pushKeyOf, sealBrowser } from './open-channel.ts';
export type { ChannelSurroundings } from './open-channel.ts';
export { isPushService } from './push-client.ts';
