import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Tone } from '@varco/ui/tone.ts';

/** Icon and colour of each alert kind (design 8); solid is reserved for stolen and blacklist. */
export const ALERT_STYLES: Readonly<
  Record<AlertKind, { readonly icon: IconName; readonly tone: Tone; readonly variant: 'tint' | 'solid' }>
> = {
  rubata: { icon: 'octagon', tone: 'al', variant: 'solid' },
  blacklist: { icon: 'ban', tone: 'al', variant: 'solid' },
  interforze: { icon: 'shield', tone: 'al', variant: 'tint' },
  prestanome: { icon: 'mask', tone: 'pv', variant: 'tint' },
  rca: { icon: 'cross', tone: 'al', variant: 'tint' },
  revisione: { icon: 'cross', tone: 'al', variant: 'tint' },
};
