import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  buildPlantSections,
  filterPlantSections,
  type PlantSection,
  toggleTick,
} from '@varco/domain/plants/plant-groups.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { ShownPlantGroups } from '../../lib/plants/shown-plant-groups.ts';
import { type PlantGrouping, setPlantGrouping } from '../../lib/preferences/preferences.store.ts';
import styles from './GroupedPlants.module.css';
import { AllPlantsEntry } from './PlantColumn.tsx';
import { canQueryPlant, type PlantEntry } from './plant-entry.ts';
import columnStyles from './Plants.module.css';
import { MANY_PLANTS } from './plant-choices.ts';
import { PlantSectionView, listTickable } from './PlantSectionView.tsx';
import { useSectionKeys } from './use-section-keys.ts';

export interface GroupedPlantColumnProps {
  readonly plants: readonly PlantEntry[];
  readonly shown: ShownPlantGroups;
  /** Plant whose transits are shown; null: all of them. */
  readonly selected: string | null;
  readonly onSelect: (plantId: string | null) => void;
  readonly total: number | null;
  readonly isTotalLeast: boolean;
  /** Plants that the next search is limited to; empty: every plant. */
  readonly ticked: readonly string[];
  readonly onTick: (plantIds: readonly string[]) => void;
  /** Searches the ticked plants; null when the last search was about exactly these. */
  readonly onSearch: (() => void) | null;
  /** Beside the results, or above them on narrow screens. */
  readonly layout: 'column' | 'block';
}

const formatSectionName = (
  { groupId, name }: PlantSection<PlantEntry>,
  { grouping }: ShownPlantGroups,
  t: Translate,
): string => (groupId === null ? t(grouping === 'none' ? 'widgets:plants.title' : 'widgets:plants.noGroup') : name);

const toSectionKey = ({ groupId }: PlantSection<PlantEntry>): string => groupId ?? '';

/**
 * Plants of a result by group (ADR 0027): headings that fold, with ticks that limit the next search to whole groups or
 * single plants. A press on a plant shows its transits alone, as in the plain column.
 */
export function GroupedPlantColumn(props: GroupedPlantColumnProps): ReactElement {
  const { plants, shown, ticked, layout } = props;
  const t = useT();
  const isMany = plants.length > MANY_PLANTS;
  const [text, setText] = useState('');
  /** Sections that are not as they are at first. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const sections = filterPlantSections(
    buildPlantSections(plants, shown.groups, ({ plantId }) => Number(plantId)),
    text,
    ({ label, code }) => `${label} ${code}`,
  );
  const isOpenAtFirst = !isMany || text !== '' || shown.grouping === 'none';
  const isOpen = (key: string): boolean => turned.has(key) !== isOpenAtFirst;
  const fold = (key: string): void => {
    const next = new Set(turned);
    if (!next.delete(key)) next.add(key);
    setTurned(next);
  };
  const tick = (plantIds: readonly string[]): void => props.onTick(toggleTick(ticked, plantIds));
  const tickRow = ({ sectionKey, plantId }: { sectionKey: string; plantId: string | null }): void => {
    const section = sections.find((one) => toSectionKey(one) === sectionKey);
    tick(plantId !== null ? [plantId] : section === undefined ? [] : listTickable(section));
  };
  const listRef = useSectionKeys({ isOpen, onFold: fold, onTick: tickRow });
  return (
    <nav
      ref={listRef}
      data-tour="plants"
      className={cx(columnStyles.column, styles.column, layout === 'block' && styles.block)}
      aria-label={t('widgets:plants.title')}
    >
      <ColumnHead
        shown={shown}
        onGrouping={(grouping) => {
          setPlantGrouping(grouping);
          setTurned(new Set());
        }}
        find={isMany ? { text, onText: (next) => [setText(next), setTurned(new Set())] } : null}
      />
      <div className={columnStyles.list}>
        <AllPlantsEntry
          isSelected={props.selected === null}
          total={props.total}
          isLeast={props.isTotalLeast}
          onSelect={() => props.onSelect(null)}
        />
        <Sections {...props} sections={sections} isOpen={isOpen} onFold={fold} onTicked={tick} />
      </div>
      <TickBar {...props} />
    </nav>
  );
}

function ColumnHead(props: {
  shown: ShownPlantGroups;
  onGrouping: (grouping: PlantGrouping) => void;
  find: { readonly text: string; readonly onText: (text: string) => void } | null;
}): ReactElement {
  const t = useT();
  const { shown, find } = props;
  const groupings = [...shown.kinds, 'none'] as const;
  return (
    <>
      <div className={columnStyles.head}>
        {t('widgets:plants.title')}
        <Kbd keys={[t('common:keys.altDigits')]} />
      </div>
      <div className={styles.tools}>
        <NativeSelect
          size="xs"
          aria-label={t('plantGroups:column.grouping')}
          value={shown.grouping}
          onChange={({ currentTarget: { value } }) => {
            const grouping = groupings.find((one) => one === value);
            if (grouping !== undefined) props.onGrouping(grouping);
          }}
          data={groupings.map((value) => ({ value, label: t(`plantGroups:column.by.${value}`) }))}
        />
        {find !== null && (
          <TextInput
            size="xs"
            leftSection={<Icon name="search" size="sm" />}
            aria-label={t('plantGroups:column.find')}
            placeholder={t('plantGroups:column.find')}
            maxLength={80}
            value={find.text}
            onChange={(event) => find.onText(event.currentTarget.value)}
          />
        )}
      </div>
    </>
  );
}

function Sections(
  props: GroupedPlantColumnProps & {
    sections: readonly PlantSection<PlantEntry>[];
    isOpen: (key: string) => boolean;
    onFold: (key: string) => void;
    onTicked: (plantIds: readonly string[]) => void;
  },
): ReactElement {
  const t = useT();
  const { plants, sections } = props;
  if (sections.length === 0) return <p className={styles.nothing}>{t('plantGroups:column.nothing')}</p>;
  const requested = plants.filter(canQueryPlant).slice(0, 9);
  const keyNames = new Map(requested.map(({ plantId }, index) => [plantId, String(index + 1)]));
  const ticked = new Set(props.ticked);
  return (
    <>
      {sections.map((section) => {
        const key = toSectionKey(section);
        return (
          <PlantSectionView
            key={key}
            section={section}
            name={formatSectionName(section, props.shown, t)}
            sectionKey={key}
            isOpen={props.isOpen(key)}
            onFold={() => props.onFold(key)}
            ticked={ticked}
            onTick={props.onTicked}
            selected={props.selected}
            onSelect={props.onSelect}
            keyNames={keyNames}
          />
        );
      })}
    </>
  );
}

/** What the ticks do, below the plants while there are any or the last search had others. */
function TickBar(props: GroupedPlantColumnProps): ReactElement {
  const t = useT();
  const { ticked, onSearch } = props;
  const count = ticked.length;
  return (
    <div className={styles.bar}>
      {onSearch !== null && (
        <Button size="compact-xs" leftSection={<Icon name="search" size="sm" />} onClick={onSearch}>
          {count === 0 ? t('plantGroups:column.searchAll') : t('plantGroups:column.search', { count })}
        </Button>
      )}
      {count > 0 && <TextButton onClick={() => props.onTick([])}>{t('plantGroups:column.clear')}</TextButton>}
      <span className={styles.keys}>{t('plantGroups:column.keys')}</span>
    </div>
  );
}
