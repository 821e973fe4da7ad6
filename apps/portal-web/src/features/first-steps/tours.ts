import type { MessageKey } from '@varco/i18n/message-types.ts';

/** What a person does with the product, which decides what the first steps show. */
export type TourKind = 'operator' | 'administrator' | 'plant' | 'auditor';

export interface TourStep {
  readonly title: MessageKey;
  readonly text: MessageKey;
  /** CSS selector of what the step is about; absent from the page, the card stands in the corner. */
  readonly anchor: string;
}

/** Rights of a person over the portal and over their plants together. */
export interface TourRights {
  readonly isPortalAdmin: boolean;
  readonly managesPlant: boolean;
  readonly searches: boolean;
  readonly readsLog: boolean;
}

/** The kind of a person: who administers begins there, and who only reads the log begins at the log. */
export function findTourKind(rights: TourRights): TourKind {
  if (rights.isPortalAdmin) return 'administrator';
  if (rights.managesPlant) return 'plant';
  return rights.readsLog && !rights.searches ? 'auditor' : 'operator';
}

const inRail = (href: string): string => `nav a[href="${href}"]`;
const HELP = '[data-tour="help"]';
const REASON = '[data-tour="reason"]';

/** Five steps for each kind. */
export const TOURS: Readonly<Record<TourKind, readonly TourStep[]>> = {
  operator: [
    { title: 'help:steps.operator.reason.title', text: 'help:steps.operator.reason.text', anchor: REASON },
    { title: 'help:steps.operator.plate.title', text: 'help:steps.operator.plate.text', anchor: '[data-plate-box]' },
    {
      title: 'help:steps.operator.complete.title',
      text: 'help:steps.operator.complete.text',
      anchor: '[data-tour="plants"]',
    },
    {
      title: 'help:steps.operator.alerts.title',
      text: 'help:steps.operator.alerts.text',
      anchor: '[data-tour="alerts"]',
    },
    { title: 'help:steps.operator.help.title', text: 'help:steps.operator.help.text', anchor: HELP },
  ],
  administrator: [
    {
      title: 'help:steps.administrator.registry.title',
      text: 'help:steps.administrator.registry.text',
      anchor: inRail('/dashboard/peers'),
    },
    {
      title: 'help:steps.administrator.users.title',
      text: 'help:steps.administrator.users.text',
      anchor: inRail('/dashboard/users'),
    },
    {
      title: 'help:steps.administrator.settings.title',
      text: 'help:steps.administrator.settings.text',
      anchor: inRail('/dashboard/settings'),
    },
    {
      title: 'help:steps.administrator.news.title',
      text: 'help:steps.administrator.news.text',
      anchor: inRail('/dashboard/news'),
    },
    { title: 'help:steps.administrator.help.title', text: 'help:steps.administrator.help.text', anchor: HELP },
  ],
  plant: [
    {
      title: 'help:steps.plant.credentials.title',
      text: 'help:steps.plant.credentials.text',
      anchor: inRail('/credentials'),
    },
    { title: 'help:steps.plant.gates.title', text: 'help:steps.plant.gates.text', anchor: inRail('/peer/status') },
    { title: 'help:steps.plant.users.title', text: 'help:steps.plant.users.text', anchor: inRail('/peer/users') },
    {
      title: 'help:steps.plant.settings.title',
      text: 'help:steps.plant.settings.text',
      anchor: inRail('/peer/status'),
    },
    { title: 'help:steps.plant.help.title', text: 'help:steps.plant.help.text', anchor: HELP },
  ],
  auditor: [
    { title: 'help:steps.auditor.audit.title', text: 'help:steps.auditor.audit.text', anchor: inRail('/audit') },
    { title: 'help:steps.auditor.review.title', text: 'help:steps.auditor.review.text', anchor: inRail('/audit') },
    { title: 'help:steps.auditor.logged.title', text: 'help:steps.auditor.logged.text', anchor: inRail('/audit') },
    { title: 'help:steps.auditor.own.title', text: 'help:steps.auditor.own.text', anchor: REASON },
    { title: 'help:steps.auditor.help.title', text: 'help:steps.auditor.help.text', anchor: HELP },
  ],
};
