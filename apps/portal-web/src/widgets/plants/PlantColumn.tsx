import { formatInteger } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { PlantEntry } from './plant-entry.ts';
import { canQueryPlant } from './plant-entry.ts';
import styles from './Plants.module.css';
import { PlantRow } from './PlantRow.tsx';

/** A column of so many is longer than any screen. */
const MANY_PLANTS = 60;

type PlantColumnProps = {
  plants: readonly PlantEntry[];
  /** Selected plant; null: all of them. */
  selected: string | null;
  onSelect: (plantId: string | null) => void;
  /** Transits of the plants that responded; null while none has. */
  total: number | null;
  /** True when some plants could not count, or have not yet: the total is a lower bound. */
  isTotalLeast?: boolean;
  /** Opens the plant configuration page; without it the name is plain text. */
  onConfiguration?: () => void;
  /** A column on wide screens, a row of chips above the table on narrow ones. */
  layout?: 'column' | 'chips';
};

/** "Tutti", with the number of transits of all plants that responded. */
export function AllPlantsEntry(props: {
  isSelected: boolean;
  total: number | null;
  isLeast: boolean;
  onSelect: () => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const total = props.total === null ? null : formatInteger(props.total, language);
  return (
    <button
      type="button"
      className={cx(styles.all, props.isSelected && styles.on)}
      aria-current={props.isSelected ? 'true' : undefined}
      aria-keyshortcuts="Alt+0"
      onClick={props.onSelect}
    >
      <Icon name="list" size="sm" />
      <span className={styles.label}>{t('widgets:plants.all')}</span>
      {total !== null && (
        <span className={styles.count} {...(props.isLeast ? { title: t('widgets:plants.atLeast', { total }) } : {})}>
          {props.isLeast ? `≥ ${total}` : total}
        </span>
      )}
    </button>
  );
}

function SlowNote(props: {
  plants: readonly PlantEntry[];
  onConfiguration: (() => void) | undefined;
}): ReactElement | null {
  const t = useT();
  const slow = props.plants.filter((plant) => plant.isSlow && canQueryPlant(plant));
  if (slow.length === 0) return null;
  const plants = slow.map((plant) => plant.label).join(', ');
  return (
    <p className={styles.note}>
      {t(slow.length === 1 ? 'widgets:plants.slowNote' : 'widgets:plants.slowNoteMany', { plants })}{' '}
      {props.onConfiguration === undefined ? (
        t('widgets:plants.configuration')
      ) : (
        <button type="button" className={styles.link} onClick={props.onConfiguration}>
          {t('widgets:plants.configuration')}
        </button>
      )}
      .
    </p>
  );
}

/**
 * Plant selector of a result: "Tutti", then every plant with status, limit and number of transits. Plants that were not
 * queried are listed separately (T 2.3). The screen binds its keys, Alt 0 to 9.
 */
export function PlantColumn(props: PlantColumnProps): ReactElement {
  const { plants, selected, onSelect, total, onConfiguration, layout = 'column' } = props;
  const t = useT();
  const requested = plants.filter(canQueryPlant);
  const others = plants.filter((plant) => !canQueryPlant(plant));
  const row = (plant: PlantEntry, index: number | null): ReactElement => (
    <PlantRow
      key={plant.plantId}
      entry={plant}
      isSelected={plant.plantId === selected}
      keyName={index !== null && index < 9 ? String(index + 1) : null}
      onSelect={onSelect}
    />
  );
  return (
    <nav
      data-tour="plants"
      className={cx(styles.column, layout === 'chips' && styles.chips, plants.length > MANY_PLANTS && styles.many)}
      aria-label={t('widgets:plants.title')}
    >
      {layout === 'column' && (
        <div className={styles.head}>
          {t('widgets:plants.title')}
          <Kbd keys={[t('common:keys.altDigits')]} />
        </div>
      )}
      <div className={styles.list}>
        <AllPlantsEntry
          isSelected={selected === null}
          total={total}
          isLeast={props.isTotalLeast === true}
          onSelect={() => onSelect(null)}
        />
        {requested.map((plant, index) => row(plant, index))}
      </div>
      {others.length > 0 && (
        <>
          {layout === 'column' && <div className={styles.section}>{t('widgets:plants.notAsked')}</div>}
          <div className={styles.list}>{others.map((plant) => row(plant, null))}</div>
        </>
      )}
      {layout === 'column' && <SlowNote plants={requested} onConfiguration={onConfiguration} />}
    </nav>
  );
}
