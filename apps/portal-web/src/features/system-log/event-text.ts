import { MAX_SEARCHED_EVENTS } from '@varco/contract/system-log.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

/** Message keys of the constant log texts of the servers. */
const KEY_BY_EVENT: ReadonlyMap<string, MessageKey> = new Map([
  ['listening', 'logs:what.listening'],
  ['disk has room again', 'logs:what.diskBack'],
  ['disk below its reserve', 'logs:what.diskLow'],
  ['disk full', 'logs:what.diskFull'],
  ['database ended, starting it again', 'logs:what.databaseRestart'],
  ['database connection lost', 'logs:what.databaseLost'],
  ['database cannot be restarted, exiting', 'logs:what.databaseGone'],
  ['audit entry not written', 'logs:what.auditRefused'],
  ['consultation log broken', 'logs:what.logBroken'],
  ['checkpoint refused by a witness', 'logs:what.checkpointRefused'],
  ['log not known to a witness yet', 'logs:what.witnessUnaware'],
  ['witness not reachable', 'logs:what.witnessAway'],
  ['witness cosigns again', 'logs:what.witnessBack'],
  ['log of another server forked', 'logs:what.otherForked'],
  ['log of another server begins anew', 'logs:what.otherEpoch'],
  ['log of another server has new keys', 'logs:what.otherKeys'],
  ['consultation log begins a new epoch', 'logs:what.ownEpoch'],
  ['backup store not reached', 'logs:what.backupAway'],
  ['backup store reached again', 'logs:what.backupBack'],
  ['backup status refused', 'logs:what.backupStatusRefused'],
  ['request failed', 'logs:what.requestFailed'],
  ['job failed', 'logs:what.jobFailed'],
  ['job works again', 'logs:what.jobWorks'],
  ['no mail server configured, messages stay in the outbox', 'logs:what.mailUnset'],
  ['password of the mail server cannot be opened', 'logs:what.mailPassword'],
  ['mail not sent', 'logs:what.mailUnsent'],
  ['csp violation', 'logs:what.policy'],
  ['plant not reachable', 'logs:what.plantAway'],
  ['plant reached again', 'logs:what.plantBack'],
  ['checks failed', 'logs:what.checksFailed'],
  ['import not stored', 'logs:what.importUnstored'],
  ['import failed', 'logs:what.importFailed'],
  ['plate index error', 'logs:what.indexTrouble'],
  ['plate index ready', 'logs:what.indexReady'],
  ['plate index exceeds its memory limit', 'logs:what.indexTooBig'],
  ['reads not counted', 'logs:what.readsUncounted'],
  ['message of a camera not understood', 'logs:what.cameraMessageFailed'],
  ['message of a camera not stored yet', 'logs:what.cameraMessageWaits'],
  ['source of a camera not followed', 'logs:what.cameraSourceDown'],
  ['connection of a camera ended', 'logs:what.cameraConnectionEnded'],
  ['port of a camera not opened', 'logs:what.cameraPortDown'],
  ['folder of a camera not read', 'logs:what.cameraFolderDown'],
  ['camera silent', 'logs:what.cameraSilent'],
  ['camera reads again', 'logs:what.cameraBack'],
  ['alert stream not resumed', 'logs:what.alertStream'],
  ['control room not counted', 'logs:what.controlRoom'],
  ['approvals not read', 'logs:what.approvalsUnread'],
  ['new transits not counted', 'logs:what.newTransits'],
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
  ['export file not created', 'logs:what.exportUnkept'],
  ['part of an export cannot be read', 'logs:what.exportPart'],
  ['review overdue', 'logs:what.reviewOverdue'],
  ['stopping failed', 'logs:what.stopFailed'],
] as const);

/** Translates a log event; an event of another server version is shown unchanged. */
export function formatEvent(t: Translate, event: string): string {
  const key = KEY_BY_EVENT.get(event);
  return key === undefined ? event : t(key);
}

/** The gate that a code such as `gate-20` names; null: the code names none. */
export function formatGateCode(t: Translate, code: string): string | null {
  const [, gate] = /^gate-(\d+)$/.exec(code) ?? [];
  return gate === undefined ? null : t('logs:gate', { id: gate });
}

/** Case and the shape of apostrophes do not count. */
const foldText = (text: string): string => text.toLowerCase().replaceAll('’', "'");

/**
 * What the servers are asked for when somebody types `text`: their own words for it, and the events that are shown with it.
 * Null: nothing was typed.
 */
export function buildLogSearch(t: Translate, text: string): { readonly q: string; readonly events: string } | null {
  const typed = text.trim();
  if (typed === '') return null;
  const [, gate] = new RegExp(`^${t('logs:gate', { id: String.raw`(\d+)` })}$`, 'iu').exec(typed) ?? [];
  const part = foldText(typed);
  const events = [...KEY_BY_EVENT].filter(([, key]) => foldText(t(key)).includes(part)).map(([event]) => event);
  return { q: gate === undefined ? typed : `gate-${gate}`, events: events.slice(0, MAX_SEARCHED_EVENTS).join('|') };
}
