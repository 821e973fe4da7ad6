import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Pager } from '@varco/ui/Pager.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useShownPlantGroups } from '../../lib/plants/shown-plant-groups.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { buildSingleChoices, MANY_PLANTS, MAX_DRAWN_PLANTS } from '../../widgets/plants/plant-choices.ts';
import type { ViewCounts } from './list-counts.ts';
import { FLAG_NAMES, isListFlag, type ListChoice, type ListView, VIEW_NAMES } from './list-filter.ts';
import styles from './Lists.module.css';

export const ALL_PLANTS = 'all';

/** Search, views, filters, plant selection and actions on the whole list. */
export function ListBar(props: {
  choice: ListChoice;
  counts: ViewCounts;
  onChoice: (choice: ListChoice) => void;
  plants: readonly PlantSession[];
  /** Credential id, or `ALL_PLANTS`. */
  plantId: string;
  onPlant: (id: string) => void;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  const { choice, counts, onChoice, plants, plantId, onPlant } = props;
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ q: () => box.current?.focus(), '/': () => box.current?.focus() });
  return (
    <Toolbar>
      <TextInput
        ref={box}
        className={styles.search}
        aria-label={t('lists:search')}
        placeholder={t('lists:search')}
        leftSection={<Icon name="search" />}
        maxLength={32}
        value={choice.plate}
        onChange={(event) =>
          onChoice({ ...choice, plate: event.currentTarget.value.toUpperCase().replace(/[^A-Z0-9*? ]/g, '') })
        }
      />
      <Segmented
        label={t('lists:filter.label')}
        size="sm"
        value={choice.view}
        options={VIEW_NAMES.map((id) => ({
          id,
          label: formatView(t, id, counts),
        }))}
        onChange={(view) => onChoice({ ...choice, view })}
      />
      <MultiSelect
        aria-label={t('lists:filter.more')}
        placeholder={choice.flags.length === 0 ? t('lists:filter.more') : undefined}
        w={150}
        data={FLAG_NAMES.map((id) => ({
          value: id,
          label: t(`lists:filter.${id}`),
        }))}
        value={[...choice.flags]}
        onChange={(flags) => onChoice({ ...choice, flags: flags.filter(isListFlag) })}
      />
      <PlantChoice {...{ plants, plantId, onPlant }} />
      <ToolbarEnd>{props.children}</ToolbarEnd>
    </Toolbar>
  );
}

/** Name of a view with its number of entries; a plus while a plant has not answered. */
function formatView(t: Translate, view: ListView, { byView, isPartial }: ViewCounts): string {
  const name = t(`lists:filter.${view}`);
  if (byView === null) return name;
  return t(isPartial ? 'lists:filter.countFrom' : 'lists:filter.countOf', { name, count: byView[view] });
}

/** Selects one plant, or all of them merged. */
export function PlantChoice(props: {
  plants: readonly PlantSession[];
  plantId: string;
  onPlant: (id: string) => void;
  hasAll?: boolean;
}): ReactElement {
  const t = useT();
  const { plants, plantId, onPlant, hasAll = true } = props;
  const { groups } = useShownPlantGroups();
  const offered = plants.map((plant) => ({
    peerId: plant.peerId,
    value: plant.credentialId,
    label: getPlantLabel(plant),
  }));
  const one =
    groups.length > 0
      ? buildSingleChoices(offered, groups, t('widgets:plants.noGroup'))
      : offered.map(({ value, label }) => ({ value, label }));
  return (
    <Select
      aria-label={t('lists:plant')}
      w={180}
      allowDeselect={false}
      {...(groups.length > 0 && plants.length > MANY_PLANTS ? { searchable: true, limit: MAX_DRAWN_PLANTS } : {})}
      data={hasAll ? [{ value: ALL_PLANTS, label: t('lists:allPlants') }, ...one] : one}
      value={plantId}
      onChange={(id) => {
        if (id !== null) onPlant(id);
      }}
    />
  );
}

/** "Inserisci" button with its keyboard shortcut. */
export function InsertButton(props: { isDisabled: boolean; onInsert: () => void }): ReactElement {
  const t = useT();
  useShortcuts({ n: props.onInsert }, !props.isDisabled);
  return (
    <Button leftSection={<Icon name="plus" />} disabled={props.isDisabled} onClick={props.onInsert}>
      {t('lists:insertButton')}
    </Button>
  );
}

/** Pager of a list; renders nothing for a single page. */
export function ListPager(props: {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}): ReactElement | null {
  const t = useT();
  if (props.pageCount < 2) return null;
  return (
    <Pager
      page={props.page}
      pageCount={props.pageCount}
      onPage={props.onPage}
      labels={{
        label: t('lists:pages'),
        previous: t('lists:previous'),
        next: t('lists:next'),
        page: (page) => t('lists:pageNumber', { page }),
      }}
    />
  );
}
