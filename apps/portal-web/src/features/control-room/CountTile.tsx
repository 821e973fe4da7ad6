import { formatInteger, formatPercent, formatTime } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import styles from './ControlRoom.module.css';
import type { Change, FigureName, FigureTotal } from './totals.ts';

export type TileName = FigureName | 'cameras';

const ICONS: Readonly<Record<TileName, IconName>> = {
  transits: 'list',
  checked: 'shieldCheck',
  uninsured: 'cross',
  uninspected: 'cross',
  stolen: 'octagon',
  blacklist: 'ban',
  cameras: 'camera',
};
/** Figures that need somebody when they are not zero. */
const URGENT: ReadonlySet<TileName> = new Set(['stolen', 'blacklist']);

/** One figure of today: a button that opens what explains it. Its text changes in place and is not announced each time. */
export function CountTile(props: {
  name: TileName;
  value: number | null;
  /** Lines below the number. */
  lines: readonly string[];
  /** Plants in the number, of all plants of the user. */
  plants: number;
  allPlants: number;
  onOpen: () => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { name, value, lines, plants, allPlants, onOpen } = props;
  const title = t(`controlRoom:tile.${name}`);
  const shown = value === null ? '–' : formatInteger(value, language);
  const isPartial = plants < allPlants;
  const partial = t('controlRoom:partial', { count: plants, all: allPlants });
  const facts = value === null ? [t('controlRoom:noFigure')] : lines;
  const isUrgent = URGENT.has(name) && value !== null && value > 0;
  return (
    <button
      type="button"
      className={cx(styles.tile, isUrgent && styles.urgent)}
      title={t('controlRoom:openTile')}
      onClick={onOpen}
    >
      <span className={styles.tileName}>
        <Icon name={ICONS[name]} size="sm" />
        {title}
      </span>{' '}
      <span className={styles.number}>{shown}</span>
      {facts.map((line) => (
        <span key={line} className={styles.fact}>
          {` ${line} `}
        </span>
      ))}
      {isPartial && <StatusChip tone="wa" icon="warning" word={partial} size="sm" />}
    </button>
  );
}

/** Comparisons of a figure, up to the last whole hour. `isShare`: in percent, for large numbers. */
export function formatChanges(
  { yesterday, usual }: Pick<FigureTotal, 'yesterday' | 'usual'>,
  until: string | null,
  weeks: number,
  isShare: boolean,
  t: Translate,
  language: Language,
): readonly string[] {
  if (until === null) return [t('controlRoom:noComparison')];
  const hour = formatTime(until).slice(0, 5);
  const by = (change: Change): string => formatChange(change, isShare, language);
  return [
    ...(yesterday === null ? [] : [t('controlRoom:yesterday', { by: by(yesterday), hour })]),
    ...(usual === null ? [] : [t('controlRoom:usual', { by: by(usual), count: weeks })]),
  ];
}

function formatChange({ by, share }: Change, isShare: boolean, language: Language): string {
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±';
  if (isShare && share !== null) return `${sign}${formatPercent(Math.abs(share), 1, language)}`;
  return `${sign}${formatInteger(Math.abs(by), language)}`;
}
