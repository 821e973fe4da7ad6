import type { Translate } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Tab, TabKind } from '../../lib/workspace/tab-spec.ts';

export const TAB_ICONS: Readonly<Record<TabKind, IconName>> = {
  'transit-list': 'list',
  'transit-detail': 'document',
  'transit-map': 'route',
  accomplices: 'pair',
  'look-up': 'shield',
  suspects: 'suspect',
};

/** TAB-01, TAB-02: title of a tab. */
export function getTabTitle(t: Translate, tab: Tab): string {
  switch (tab.kind) {
    case 'transit-list':
      return t('shell:tabs.list');
    case 'transit-detail':
      if (tab.plate === '') return t('shell:tabs.detailUnread');
      return t(tab.isSuspect === true ? 'shell:tabs.suspectDetail' : 'shell:tabs.detail', { plate: tab.plate });
    case 'transit-map':
      return t('shell:tabs.map', { plate: tab.plate });
    case 'accomplices':
      return t('shell:tabs.accomplices', { plate: tab.plate });
    case 'look-up':
      return t('shell:tabs.lookUp', { plate: tab.plate });
    case 'suspects':
      return t('shell:tabs.suspects');
  }
}

/** Distinguishes tabs with the same title: the plate a list searches for. Empty: nothing. */
export function getTabHint(tab: Tab): string {
  const plate = tab.kind === 'transit-list' ? tab.filter?.['plate'] : '';
  return typeof plate === 'string' ? plate : '';
}
