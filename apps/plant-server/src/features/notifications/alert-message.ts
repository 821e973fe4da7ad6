import { CODE_MINUTES } from '@varco/contract/plant/devices.ts';
import type { AlertKind, AlertPriority } from '@varco/domain/alerts/alert-kinds.ts';
import type { Occasion } from '@varco/domain/alerts/deliveries.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import type { ChannelMessage } from './channel-client.ts';

const translators: Readonly<Record<Language, Translate>> = { it: createI18n('it').t, en: createI18n('en').t };

/** What the plant says of itself in a message. */
export interface Sender {
  readonly plant: string;
  readonly plantUuid: string;
  /** Origin of the portal; empty: none. */
  readonly portalUrl: string;
}

interface MessageFacts {
  readonly alert: string;
  readonly occasion: Occasion;
  readonly kind: AlertKind;
  readonly priority: AlertPriority;
  readonly gateName: string;
  /** Null: the plant's administrator did not allow this channel to carry plates. */
  readonly plate: string | null;
  readonly isMisread: boolean;
  /** The passage. */
  readonly at: string;
  /** The message; the same at every try. */
  readonly delivery: string;
}

/** The page of the portal that shows the alert: a number and the plant's own, nothing that tells of a person or a vehicle. */
const linkOf = ({ portalUrl, plantUuid }: Sender, alert?: string): string =>
  portalUrl === '' ? '' : `${portalUrl}/alerts${alert === undefined ? '' : `?plant=${plantUuid}&alert=${alert}`}`;

/** An alert in words (security rules, part 13): plant, gate, kind, time and link; a plate only where it is allowed. */
export function writeAlert(facts: MessageFacts, from: Sender, language: Language): ChannelMessage {
  const t = translators[language];
  const { kind, gateName: gate, occasion, plate, at, alert, delivery, priority } = facts;
  const title = t('alertMessages:title', { kind: t(`alertMessages:kind.${kind}`), gate });
  return {
    key: `alert-${alert}-${occasion}-${delivery}`,
    title: occasion === 'urged' ? t('alertMessages:urged', { title }) : title,
    lines: [
      ...(plate === null ? [] : [t('alertMessages:plate', { plate })]),
      ...(facts.isMisread ? [t('alertMessages:misread')] : []),
      t('alertMessages:where', { gate, plant: from.plant }),
      t('alertMessages:passed', { at: formatDateTime(at) }),
    ],
    link: linkOf(from, alert),
    priority,
  };
}

/** A message that tells nothing but that it came. */
export function writeTrial(from: Sender, nowIso: string, language: Language): ChannelMessage {
  const t = translators[language];
  return {
    key: `trial-${Date.parse(nowIso)}`,
    title: t('alertMessages:trialTitle'),
    lines: [
      t('alertMessages:trialText', { plant: from.plant }),
      t('alertMessages:trialAt', { at: formatDateTime(nowIso) }),
    ],
    link: linkOf(from),
    priority: 3,
  };
}

/** The one-time code a person confirms this chat with. */
export function writeDeviceCode(from: Sender, code: string, nowIso: string, language: Language): ChannelMessage {
  const t = translators[language];
  return {
    key: `device-${Date.parse(nowIso)}`,
    title: t('alertMessages:codeTitle', { code }),
    lines: [t('alertMessages:codeText', { plant: from.plant }), t('alertMessages:codeLife', { minutes: CODE_MINUTES })],
    link: linkOf(from),
    priority: 3,
  };
}
