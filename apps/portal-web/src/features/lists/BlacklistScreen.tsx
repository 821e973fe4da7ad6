import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { saveFile } from '../../lib/save-file.ts';
import { exportEntries } from './blacklist.api.ts';
import { BlacklistTable } from './BlacklistTable.tsx';
import { BulkBar } from './BulkBar.tsx';
import { EntryDialog, type EntryTask } from './EntryDialog.tsx';
import { ExistingEntryDialog } from './ExistingEntryDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { toBlacklistFilter, type ListChoice } from './list-filter.ts';
import { InsertButton, ListBar, ListPager } from './ListBar.tsx';
import { canWriteListsOn } from './list-plants.ts';
import styles from './Lists.module.css';
import type { ListedEntry } from './merged-list.ts';
import type { BlacklistRows } from './use-blacklist-rows.ts';
import { useBlacklistView } from './use-blacklist-view.ts';
import { type EntrySelection, useEntrySelection } from './use-entry-selection.ts';

/** /blacklist: the list of one plant (readings B-54, TA29). */
export const BlacklistPage = (): ReactElement => <BlacklistScreen startsMerged={false} />;

/** /blacklist-v2: the lists of all plants, merged. */
export const MergedBlacklistPage = (): ReactElement => <BlacklistScreen startsMerged />;

type Dialog =
  | { readonly kind: 'entry'; readonly work: EntryTask }
  | { readonly kind: 'existing'; readonly plant: PlantSession; readonly plate: string }
  | { readonly kind: 'import' }
  | null;

function BlacklistScreen(props: { startsMerged: boolean }): ReactElement {
  const t = useT();
  const view = useBlacklistView(props.startsMerged);
  const { plants, shown, setShown, isMerged, found } = view;
  const [dialog, setDialog] = useState<Dialog>(null);
  const selection = useEntrySelection(found.rows);
  const startPlant = isMerged ? null : view.plantId;
  const isReadOnly = !plants.some(canWriteListsOn);
  const edit = (row: ListedEntry): void => {
    const plant = plants.find(({ credentialId }) => credentialId === row.credentialId);
    if (plant !== undefined) setDialog({ kind: 'entry', work: { kind: 'edit', entry: row.entry, plant } });
  };
  const insert = (): void =>
    setDialog({ kind: 'entry', work: { kind: 'insert', plate: '', isForced: false, credentialId: startPlant } });
  return (
    <>
      <ScreenFrame
        label={t('pages:title.blacklist')}
        body="fill"
        toolbar={
          <BlacklistToolbar
            {...{ view, selection, isReadOnly }}
            onImport={() => setDialog({ kind: 'import' })}
            onInsert={insert}
          />
        }
        notices={found.failed.length > 0 && <FailedPlants found={found} />}
        waiting={found.isLoading && t('lists:loading')}
        empty={buildEmptyState(view, t)}
        footer={plants.length > 0 && <BlacklistFooter view={view} />}
      >
        <BlacklistTable
          rows={found.rows}
          count={found.count}
          showsPlant={isMerged}
          order={shown.order}
          onOrder={(order) => setShown({ ...shown, order, page: 1 })}
          onEdit={edit}
          selection={selection.table}
        />
      </ScreenFrame>
      {dialog !== null && (
        <BlacklistDialogs
          {...{ dialog, plants, startPlant }}
          onClose={() => setDialog(null)}
          onShowEntry={(plant, plate) => setDialog({ kind: 'existing', plant, plate })}
        />
      )}
    </>
  );
}

type View = ReturnType<typeof useBlacklistView>;

function BlacklistToolbar(props: {
  view: View;
  selection: EntrySelection;
  isReadOnly: boolean;
  onImport: () => void;
  onInsert: () => void;
}): ReactElement {
  const t = useT();
  const { view, selection, isReadOnly } = props;
  const { plants, shown, setShown } = view;
  return (
    <div className={styles.toolbars}>
      <ListBar
        choice={shown.choice}
        counts={view.counts}
        onChoice={(choice) => setShown({ ...shown, choice, page: 1 })}
        plants={plants}
        plantId={view.plantId}
        onPlant={view.choosePlant}
      >
        <Button
          variant="default"
          leftSection={<Icon name="check" />}
          aria-pressed={selection.isOn}
          disabled={view.found.rows.length === 0}
          onClick={selection.toggleMode}
        >
          {t('lists:bulk.start')}
        </Button>
        <ExportButton plants={view.asked} choice={shown.choice} />
        <IconButton icon="download" name={t('lists:importButton')} isDisabled={isReadOnly} onClick={props.onImport} />
        <InsertButton isDisabled={isReadOnly} onInsert={props.onInsert} />
      </ListBar>
      {selection.isOn && <BulkBar rows={selection.rows} plants={plants} onDone={selection.end} />}
    </div>
  );
}

function buildEmptyState({ plants, found }: View, t: ReturnType<typeof useT>): ReactNode {
  if (plants.length === 0)
    return (
      <EmptyState icon="key" title={t('lists:noPlant')}>
        {t('lists:noPlantText')}
      </EmptyState>
    );
  const isEmpty = found.rows.length === 0 && !found.isLoading && found.failed.length < plants.length;
  return (
    isEmpty && (
      <EmptyState icon="ban" title={t('lists:empty')}>
        {t('lists:emptyText')}
      </EmptyState>
    )
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

function BlacklistFooter({ view }: { view: View }): ReactElement {
  const t = useT();
  const { found, shown, setShown, isMerged } = view;
  return (
    <>
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
    <IconButton
      icon="share"
      name={t('lists:exportButton')}
      isDisabled={isBusy || props.plants.length === 0}
      onClick={() => void exportAll()}
    />
  );
}

/** BLK-37: which plants did not answer; rows of the others remain. */
function FailedPlants({ found }: { found: BlacklistRows }): ReactElement {
  const t = useT();
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
