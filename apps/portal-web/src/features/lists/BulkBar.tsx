import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { Toolbar, ToolbarText } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { saveFile } from '../../lib/save-file.ts';
import { BulkDialog, type BulkKind } from './BulkDialog.tsx';
import { exportEntries } from './blacklist.api.ts';
import { canWriteListsOn } from './list-plants.ts';
import type { ListedEntry } from './merged-list.ts';

const KINDS = [
  { kind: 'extend', icon: 'calendar' },
  { kind: 'disable', icon: 'ban' },
  { kind: 'move', icon: 'swap' },
] as const satisfies readonly { kind: BulkKind; icon: IconName }[];

/** Actions on the chosen entries, of any plants and pages. */
export function BulkBar(props: {
  rows: readonly ListedEntry[];
  plants: readonly PlantSession[];
  /** Called when an action is over, so that the selection starts anew. */
  onDone: () => void;
}): ReactElement {
  const t = useT();
  const { rows, plants, onDone } = props;
  const [kind, setKind] = useState<BulkKind | null>(null);
  const writable = plants.filter(canWriteListsOn);
  return (
    <Toolbar label={t('lists:bulk.label')}>
      <ToolbarText>
        <span role="status">{t('lists:bulk.chosen', { count: rows.length })}</span>
      </ToolbarText>
      {KINDS.map(({ kind: one, icon }) => (
        <Button
          key={one}
          variant="default"
          leftSection={<Icon name={icon} />}
          disabled={rows.length === 0 || writable.length === 0}
          onClick={() => setKind(one)}
        >
          {t(`lists:bulk.${one}.button`)}
        </Button>
      ))}
      <ExportChosenButton rows={rows} />
      <Button variant="subtle" onClick={onDone}>
        {t('lists:bulk.end')}
      </Button>
      {kind !== null && (
        <BulkDialog
          kind={kind}
          rows={rows}
          plants={writable}
          onClose={() => {
            setKind(null);
            onDone();
          }}
        />
      )}
    </Toolbar>
  );
}

/** Downloads the chosen entries, one file per plant, because each plant logs what it gave. */
function ExportChosenButton({ rows }: { rows: readonly ListedEntry[] }): ReactElement {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const exportChosen = async (): Promise<void> => {
    setBusy(true);
    for (const [credentialId, some] of Map.groupBy(rows, (row) => row.credentialId)) {
      try {
        const file = await exportEntries(credentialId, { uuids: some.map(({ entry }) => entry.uuid) });
        saveFile(`blacklist ${some[0]?.peerLabel ?? ''}.csv`, file);
      } catch (error) {
        notifyError(error);
      }
    }
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={isBusy}
      disabled={rows.length === 0}
      onClick={() => void exportChosen()}
    >
      {t('lists:exportButton')}
    </Button>
  );
}
