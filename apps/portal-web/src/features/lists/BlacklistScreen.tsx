import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { saveFile } from '../../lib/save-file.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { exportEntries } from './blacklist.api.ts';
import { BlacklistTable } from './BlacklistTable.tsx';
import { EntryDialog, type EntryTask } from './EntryDialog.tsx';
import { ExistingEntryDialog } from './ExistingEntryDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { toBlacklistFilter, type ListChoice } from './list-filter.ts';
import { ALL_PLANTS, InsertButton, ListBar, ListPager } from './ListBar.tsx';
import { canWriteListsOn, useListPlants } from './list-plants.ts';
import styles from './Lists.module.css';
import type { ListedEntry, ListOrder } from './merged-list.ts';
import { type BlacklistRows, useBlacklistRows } from './use-blacklist-rows.ts';

const TYPING_DELAY_MS = 300;

/** /blacklist: the list of one plant (readings B-54, TA29). */
export const BlacklistPage = (): ReactElement => <BlacklistScreen startsMerged={false} />;

/** /blacklist-v2: the lists of all plants, merged. */
export const MergedBlacklistPage = (): ReactElement => <BlacklistScreen startsMerged />;

interface ListViewState {
  readonly choice: ListChoice;
  /** Credential id, `ALL_PLANTS`, or null: as the address says. */
  readonly plantId: string | null;
  readonly order: ListOrder;
  readonly page: number;
}

const INITIAL_VIEW: ListViewState = {
  choice: { plate: '', view: 'all', flags: [] },
  plantId: null,
  order: { field: 'targa', isDescending: false },
  page: 1,
};

type Dialog =
  | { readonly kind: 'entry'; readonly work: EntryTask }
  | { readonly kind: 'existing'; readonly plant: PlantSession; readonly plate: string }
  | { readonly kind: 'import' }
  | null;

/** State of the list: plants, filter, order and page, and the rows they select. */
function useShownList(startsMerged: boolean) {
  const navigate = useNavigate();
  const plants = useListPlants();
  const [shown, setShown] = useState(INITIAL_VIEW);
  const [typed] = useDebouncedValue(shown.choice, TYPING_DELAY_MS);
  const first = plants[0]?.credentialId ?? ALL_PLANTS;
  const plantId = startsMerged ? ALL_PLANTS : (shown.plantId ?? first);
  const isMerged = plantId === ALL_PLANTS;
  const requested = isMerged ? plants : plants.filter(({ credentialId }) => credentialId === plantId);
  const found = useBlacklistRows({
    plants: requested,
    isMerged,
    filter: toBlacklistFilter(typed),
    order: shown.order,
    page: shown.page,
  });
  const choosePlant = (id: string): void => {
    setShown({ ...shown, plantId: id, page: 1 });
    if ((id === ALL_PLANTS) !== startsMerged) void navigate({ to: id === ALL_PLANTS ? '/blacklist-v2' : '/blacklist' });
  };
  return { plants, shown, setShown, plantId, isMerged, asked: requested, found, choosePlant };
}

function BlacklistScreen(props: { startsMerged: boolean }): ReactElement {
  const t = useT();
  const {
    plants,
    shown,
    setShown,
    plantId,
    isMerged,
    asked: requested,
    found,
    choosePlant,
  } = useShownList(props.startsMerged);
  const [dialog, setDialog] = useState<Dialog>(null);
  const isReadOnly = !plants.some(canWriteListsOn);
  const edit = (row: ListedEntry): void => {
    const plant = plants.find(({ credentialId }) => credentialId === row.credentialId);
    if (plant !== undefined) setDialog({ kind: 'entry', work: { kind: 'edit', entry: row.entry, plant } });
  };
  const insert = (): void =>
    setDialog({
      kind: 'entry',
      work: { kind: 'insert', plate: '', isForced: false, credentialId: isMerged ? null : plantId },
    });
  return (
    <div className={styles.page} id="results">
      <ListBar
        choice={shown.choice}
        onChoice={(choice) => setShown({ ...shown, choice, page: 1 })}
        plants={plants}
        plantId={plantId}
        onPlant={choosePlant}
      >
        <ExportButton plants={requested} choice={shown.choice} />
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          disabled={isReadOnly}
          onClick={() => setDialog({ kind: 'import' })}
        >
          {t('lists:importButton')}
        </Button>
        <InsertButton isDisabled={isReadOnly} onInsert={insert} />
      </ListBar>
      <ListBody {...{ found, plants, isMerged, shown, setShown, edit }} />
      {dialog !== null && (
        <BlacklistDialogs
          dialog={dialog}
          plants={plants}
          startPlant={isMerged ? null : plantId}
          onClose={() => setDialog(null)}
          onShowEntry={(plant, plate) => setDialog({ kind: 'existing', plant, plate })}
        />
      )}
    </div>
  );
}

function BlacklistDialogs(props: {
  dialog: NonNullable<Dialog>;
  plants: readonly PlantSession[];
  startPlant: string | null;
  onClose: () => void;
  onShowEntry: (plant: PlantSession, plate: string) => void;
}): ReactElement {
  const { dialog, plants, startPlant, onClose, onShowEntry } = props;
  if (dialog.kind === 'import')
    return <ImportDialog plants={plants.filter(canWriteListsOn)} startPlant={startPlant} onClose={onClose} />;
  if (dialog.kind === 'existing')
    return <ExistingEntryDialog plant={dialog.plant} plate={dialog.plate} onClose={onClose} />;
  return <EntryDialog work={dialog.work} onClose={onClose} onShowEntry={onShowEntry} />;
}

function ListBody(props: {
  found: BlacklistRows;
  plants: readonly PlantSession[];
  isMerged: boolean;
  shown: ListViewState;
  setShown: (shown: ListViewState) => void;
  edit: (row: ListedEntry) => void;
}): ReactElement {
  const t = useT();
  const { found, plants, isMerged, shown, setShown, edit } = props;
  if (plants.length === 0)
    return (
      <EmptyState icon="key" title={t('lists:noPlant')}>
        {t('lists:noPlantText')}
      </EmptyState>
    );
  const hasAnswer = found.rows.length > 0 || !found.isLoading;
  return (
    <>
      <FailedPlants found={found} />
      {found.isLoading && <Notice tone="in">{t('lists:loading')}</Notice>}
      {hasAnswer && found.rows.length === 0 && found.failed.length < Math.max(1, plants.length) && (
        <EmptyState icon="ban" title={t('lists:empty')}>
          {t('lists:emptyText')}
        </EmptyState>
      )}
      {found.rows.length > 0 && (
        <BlacklistTable
          rows={found.rows}
          count={found.count}
          showsPlant={isMerged}
          order={shown.order}
          onOrder={(order) => setShown({ ...shown, order, page: 1 })}
          onEdit={edit}
        />
      )}
      <div className={styles.foot}>
        <span role="status">
          {isMerged
            ? t('lists:shownOf', { shown: found.rows.length, count: found.count })
            : t('lists:shown', { count: found.count })}
        </span>
        {found.hasMore && (
          <Button variant="default" loading={found.isLoading} onClick={found.loadMore}>
            {t('lists:more')}
          </Button>
        )}
        <ListPager page={shown.page} pageCount={found.pageCount ?? 1} onPage={(page) => setShown({ ...shown, page })} />
      </div>
    </>
  );
}

/** Downloads one file per plant shown. */
function ExportButton(props: { plants: readonly PlantSession[]; choice: ListChoice }): ReactElement {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const exportAll = async (): Promise<void> => {
    setBusy(true);
    for (const plant of props.plants) {
      try {
        const file = await exportEntries(plant.credentialId, toBlacklistFilter(props.choice));
        saveFile(`blacklist ${getPlantLabel(plant)}.csv`, file);
      } catch (error) {
        notifyError(error);
      }
    }
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon name="share" />}
      loading={isBusy}
      disabled={props.plants.length === 0}
      onClick={() => void exportAll()}
    >
      {t('lists:exportButton')}
    </Button>
  );
}

/** BLK-37: which plants did not answer; rows of the others remain. */
function FailedPlants({ found }: { found: BlacklistRows }): ReactElement | null {
  const t = useT();
  if (found.failed.length === 0) return null;
  return (
    <Notice
      tone="al"
      isUrgent
      title={t('lists:blkdataerror')}
      actions={
        <Button size="xs" variant="default" onClick={found.retry}>
          {t('common:retry')}
        </Button>
      }
    >
      {t('lists:failedPlants', { plants: found.failed.map(getPlantLabel).join(', ') })}
    </Notice>
  );
}
