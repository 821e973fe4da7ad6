import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { SimpleTable } from '@varco/ui/SimpleTable.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import { AddRequestDialog } from './AddRequestDialog.tsx';
import type { RequestBatch } from './person-batches.ts';
import styles from './PersonRequests.module.css';
import { RequestDialog } from './RequestDialog.tsx';
import { RequestRow } from './RequestRow.tsx';
import { usePersonRequests } from './use-person-requests.ts';

/** /person-requests (ADR 0064): the requests of people about their data, over all plants where the user works them off. */
export function PersonRequestsScreen(): ReactElement {
  const t = useT();
  const requests = usePersonRequests();
  const { batches, plants, segments, nameOf, refresh, isPending } = requests;
  const [adding, setAdding] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const open = batches.find(({ key }) => key === shown);
  return (
    <ScreenFrame
      label={t('pages:title.personRequests')}
      intro={t('personRequests:intro')}
      ground="plain"
      toolbar={
        <Toolbar>
          <Button
            leftSection={<Icon name="plus" />}
            disabled={plants.length === 0}
            onClick={() => setAdding(crypto.randomUUID())}
          >
            {t('personRequests:add')}
          </Button>
          <Button variant="default" leftSection={<Icon name="refresh" />} onClick={() => void refresh()}>
            {t('personRequests:refresh')}
          </Button>
        </Toolbar>
      }
      status={plants.length > 0 && <CompletenessLine segments={segments} onRetry={() => void refresh()} />}
      waiting={isPending && t('common:loading')}
      empty={
        plants.length === 0 && (
          <EmptyState icon="mail" title={t('personRequests:nobody')}>
            {t('personRequests:nobodyText')}
          </EmptyState>
        )
      }
    >
      <div className={styles.parts}>
        <RequestTables batches={batches} nameOf={nameOf} onShow={setShown} />
      </div>
      {adding !== null && (
        <AddRequestDialog batch={adding} plants={plants} onAdded={refresh} onClose={() => setAdding(null)} />
      )}
      {open !== undefined && (
        <RequestDialog batch={open} nameOf={nameOf} refresh={refresh} onClose={() => setShown(null)} />
      )}
    </ScreenFrame>
  );
}

function RequestTables(props: {
  batches: readonly RequestBatch[];
  nameOf: (peerId: number) => string;
  onShow: (key: string) => void;
}): ReactElement {
  const t = useT();
  const { batches, nameOf, onShow } = props;
  const tables = [
    { key: 'open', of: batches.filter(({ open }) => open.length > 0), none: t('personRequests:noneOpen') },
    { key: 'closed', of: batches.filter(({ open }) => open.length === 0), none: t('personRequests:noneClosed') },
  ] as const;
  return (
    <>
      {tables.map(({ key, of, none }) => (
        <Panel key={key} title={t(`personRequests:${key}`)} icon="mail" padding="none">
          <SimpleTable
            label={t(`personRequests:${key}`)}
            onNarrow="stack"
            columns={(['due', 'person', 'what', 'plants', 'acts'] as const).map((column) => ({
              key: column,
              title: t(`personRequests:columns.${column}`),
              isTitleHidden: column === 'acts',
            }))}
            empty={of.length === 0 && <p className={styles.none}>{none}</p>}
          >
            {of.map((batch) => (
              <RequestRow key={batch.key} batch={batch} nameOf={nameOf} onShow={() => onShow(batch.key)} />
            ))}
          </SimpleTable>
        </Panel>
      ))}
    </>
  );
}
