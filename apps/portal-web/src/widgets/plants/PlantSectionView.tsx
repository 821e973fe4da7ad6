import { Checkbox } from '@mantine/core';
import { getTickState, type PlantSection } from '@varco/domain/plants/plant-groups.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './GroupedPlants.module.css';
import { canQueryPlant, type PlantEntry } from './plant-entry.ts';
import { PlantRow } from './PlantRow.tsx';

/** Plants of one group that are drawn at once: a group of hundreds must not slow the page. */
const DRAWN_AT_ONCE = 50;

/** Ids of the plants of a section that can be searched. */
export const listTickable = (section: PlantSection<PlantEntry>): readonly string[] =>
  section.plants.filter(canQueryPlant).map(({ plantId }) => plantId);

interface SectionProps {
  readonly section: PlantSection<PlantEntry>;
  readonly name: string;
  readonly sectionKey: string;
  readonly isOpen: boolean;
  readonly onFold: (isOpen: boolean) => void;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (plantIds: readonly string[]) => void;
  readonly selected: string | null;
  readonly onSelect: (plantId: string) => void;
  /** Digit of the key that shows a plant, by its id. */
  readonly keyNames: ReadonlyMap<string, string>;
}

/** One group: its heading with tick and number of answers, and its plants while it is open. */
export function PlantSectionView(props: SectionProps): ReactElement {
  const { section, name, isOpen, onTick } = props;
  const t = useT();
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);
  const plants = isOpen ? section.plants.slice(0, drawn) : [];
  const missing = isOpen ? section.plants.length - plants.length : 0;
  return (
    <div className={styles.section} role="group" aria-label={name}>
      <SectionHeading {...props} />
      {plants.map((plant) => (
        <div key={plant.plantId} className={styles.plant}>
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={t('plantGroups:column.tickPlant', { name: plant.label })}
            disabled={!canQueryPlant(plant)}
            checked={props.ticked.has(plant.plantId)}
            onChange={() => onTick([plant.plantId])}
          />
          <div className={styles.plantRow}>
            <PlantRow
              entry={plant}
              isSelected={plant.plantId === props.selected}
              keyName={props.keyNames.get(plant.plantId) ?? null}
              onSelect={props.onSelect}
            />
          </div>
        </div>
      ))}
      {missing > 0 && (
        <div className={styles.more}>
          <TextButton onClick={() => setDrawn(drawn + DRAWN_AT_ONCE)}>
            {t('plantGroups:column.more', { count: missing })}
          </TextButton>
        </div>
      )}
    </div>
  );
}

function SectionHeading(props: SectionProps): ReactElement {
  const { section, name, isOpen } = props;
  const t = useT();
  const tickable = listTickable(section);
  const state = getTickState(props.ticked, tickable);
  return (
    <div className={styles.heading}>
      <Checkbox
        size="xs"
        tabIndex={-1}
        aria-label={t('plantGroups:column.tickGroup', { name })}
        disabled={tickable.length === 0}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={() => props.onTick(tickable)}
      />
      <button
        type="button"
        className={styles.fold}
        data-section={props.sectionKey}
        aria-expanded={isOpen}
        onClick={() => props.onFold(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size="sm" />
        <span className={styles.name} title={name}>
          {name}
        </span>
        <Answers name={name} plants={section.plants} />
      </button>
    </div>
  );
}

/** How many of the queried plants of a group have responded; before a search, how many plants it has. */
function Answers(props: { name: string; plants: readonly PlantEntry[] }): ReactElement {
  const t = useT();
  const requested = props.plants.filter(({ answer }) => answer !== 'notAsked');
  const answered = requested.filter(({ answer }) => answer === 'received').length;
  const all = requested.length;
  if (all === 0)
    return (
      <span className={styles.answers} title={t('plantGroups:column.size', { count: props.plants.length })}>
        {props.plants.length}
      </span>
    );
  return (
    <span className={styles.answers} title={t('plantGroups:column.answeredWords', { name: props.name, answered, all })}>
      {t('plantGroups:column.answered', { answered, all })}
    </span>
  );
}
