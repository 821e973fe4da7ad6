import type { HandoverItem } from '@varco/contract/plant/handovers.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { toMilliseconds } from '../../lib/clock.ts';

const MINUTE_MS = 60_000;
const HOURS_AS_DAYS = 48;

/** How long something is open: minutes, hours with minutes, from two days on whole days. */
export function formatOpenFor(sinceIso: string, nowMs: number, t: Translate): string {
  const minutes = Math.max(0, Math.floor((nowMs - toMilliseconds(sinceIso)) / MINUTE_MS));
  if (minutes < 60) return t('handover:age.minutes', { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < HOURS_AS_DAYS) return t('handover:age.hours', { hours, minutes: minutes % 60 });
  return t('handover:age.days', { count: Math.floor(hours / 24) });
}

/** What kind of item it is, in words: the kind of the alert, or who requests the approval. */
export function formatItemKind({ tipo, voce }: HandoverItem, t: Translate): string {
  const kind = ALERT_KINDS.find((one) => one === voce);
  if (tipo === 'alert' && kind !== undefined) return t(`alerts:kind.${kind}`);
  if (tipo === 'approval') return `${t('handover:kind.approval')} ${t('handover:itemOf.approval', { name: voce })}`;
  return t(`handover:kind.${tipo}`);
}

/** The item in one line, as its note is labelled: kind and plate or gate. */
export const formatItem = (item: HandoverItem, t: Translate): string =>
  [formatItemKind(item, t), item.targa === '' ? item.varco : item.targa].filter((word) => word !== '').join(' ');
