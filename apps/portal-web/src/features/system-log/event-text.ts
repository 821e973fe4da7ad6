import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

/** The constant texts of the servers, in the words of the person. */
const KNOWN: ReadonlyMap<string, MessageKey> = new Map([
  ['listening', 'logs:what.listening'],
  ['database ended, starting it again', 'logs:what.databaseRestart'],
  ['database connection lost', 'logs:what.databaseLost'],
  ['the database does not start again: ending', 'logs:what.databaseGone'],
  ['audit entry not written', 'logs:what.auditRefused'],
  ['request failed', 'logs:what.requestFailed'],
  ['chore failed', 'logs:what.choreFailed'],
  ['job failed', 'logs:what.choreFailed'],
  ['no mail server configured: messages wait in the outbox', 'logs:what.mailUnset'],
  ['mail not sent', 'logs:what.mailUnsent'],
  ['csp violation', 'logs:what.policy'],
  ['plant not reachable', 'logs:what.plantAway'],
  ['plant reached again', 'logs:what.plantBack'],
  ['checks failed', 'logs:what.checksFailed'],
  ['import not stored', 'logs:what.importUnstored'],
  ['import failed', 'logs:what.importFailed'],
  ['plate index in trouble', 'logs:what.indexTrouble'],
  ['plate index ready', 'logs:what.indexReady'],
  ['plate index needs more memory than it may take', 'logs:what.indexTooBig'],
  ['reads not counted', 'logs:what.readsUncounted'],
  ['alert stream not resumed', 'logs:what.alertStream'],
  ['alerts not delivered', 'logs:what.alertsUndelivered'],
  ['alerts not published', 'logs:what.alertsUntold'],
  ['published alerts not read', 'logs:what.alertsUnread'],
  ['list changes not read', 'logs:what.listsUnread'],
  ['end of a stream not recorded', 'logs:what.streamEnd'],
  ['alert channel does not work', 'logs:what.channelDown'],
  ['alert channel works again', 'logs:what.channelBack'],
  ['alert message given up', 'logs:what.messageGivenUp'],
  ['look-up left open', 'logs:what.lookUpOpen'],
  ['export ended', 'logs:what.exportEnded'],
  ['export interrupted, it will be tried again', 'logs:what.exportInterrupted'],
  ['export not kept', 'logs:what.exportUnkept'],
  ['part of an export cannot be read', 'logs:what.exportPart'],
  ['stopping failed', 'logs:what.stopFailed'],
] as const);

/** An event in words; one of a newer or older server is shown as it calls it. */
export function eventText(t: Translate, event: string): string {
  const key = KNOWN.get(event);
  return key === undefined ? event : t(key);
}
