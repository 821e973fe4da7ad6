import { DEVICE_CODE_MINUTES } from '@varco/contract/plant/devices.ts';
import type { AlertKind, AlertPriority } from '@varco/domain/alerts/alert-kinds.ts';
import type { DeliveryOccasion } from '@varco/domain/alerts/deliveries.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import type { ChannelMessage } from './channel-client.ts';

const translators: Readonly<Record<Language, Translate>> = { it: createI18n('it').t, en: createI18n('en').t };

/** How a message identifies the plant. */
export interface MessageSender {
  readonly plant: string;
  readonly plantUuid: string;
  /** Origin of the portal; empty: none. */
  readonly portalUrl: string;
}

interface MessageFacts {
  readonly alert: string;
  readonly occasion: DeliveryOccasion;
  readonly kind: AlertKind;
  readonly priority: AlertPriority;
  readonly gateName: string;
  /** Null: the channel is not allowed to carry plates. */
  readonly plate: string | null;
  readonly isMisread: boolean;
  /** Instant of the transit. */
  readonly at: string;
  /** Id of the delivery; the same on every attempt. */
  readonly delivery: string;
}

/** Portal link to the alert. It holds only the alert id and the plant id, nothing about a person or a vehicle. */
const buildAlertLink = ({ portalUrl, plantUuid }: MessageSender, alert?: string): string =>
  portalUrl === '' ? '' : `${portalUrl}/alerts${alert === undefined ? '' : `?plant=${plantUuid}&alert=${alert}`}`;

/**
 * The text of an alert notification (security rules, part 13): plant, gate, kind, time and link, and the plate only where
 * allowed.
 */
export function buildAlertMessage(facts: MessageFacts, sender: MessageSender, language: Language): ChannelMessage {
  const t = translators[language];
  const { kind, gateName: gate, occasion, plate, at, alert, delivery, priority } = facts;
  const title = t('alertMessages:title', { kind: t(`alertMessages:kind.${kind}`), gate });
  return {
    key: `alert-${alert}-${occasion}-${delivery}`,
    title: occasion === 'new' ? title : t(`alertMessages:${occasion}`, { title }),
    lines: [
      ...(plate === null ? [] : [t('alertMessages:plate', { plate })]),
      ...(facts.isMisread ? [t('alertMessages:misread')] : []),
      t('alertMessages:where', { gate, plant: sender.plant }),
      t('alertMessages:passed', { at: formatDateTime(at) }),
    ],
    link: buildAlertLink(sender, alert),
    priority,
  };
}

/** A test message without content, to check that a channel works. */
export function buildTestMessage(sender: MessageSender, nowIso: string, language: Language): ChannelMessage {
  const t = translators[language];
  return {
    key: `trial-${Date.parse(nowIso)}`,
    title: t('alertMessages:trialTitle'),
    lines: [
      t('alertMessages:trialText', { plant: sender.plant }),
      t('alertMessages:trialAt', { at: formatDateTime(nowIso) }),
    ],
    link: buildAlertLink(sender),
    priority: 3,
  };
}

/** The message with the one-time code that confirms a chat as a person's device. */
export function buildDeviceCodeMessage(
  sender: MessageSender,
  code: string,
  nowIso: string,
  language: Language,
): ChannelMessage {
  const t = translators[language];
  return {
    key: `device-${Date.parse(nowIso)}`,
    title: t('alertMessages:codeTitle', { code }),
    lines: [
      t('alertMessages:codeText', { plant: sender.plant }),
      t('alertMessages:codeLife', { minutes: DEVICE_CODE_MINUTES }),
    ],
    link: buildAlertLink(sender),
    priority: 3,
  };
}
