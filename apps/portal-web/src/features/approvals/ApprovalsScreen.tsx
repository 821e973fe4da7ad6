import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { SimpleTable } from '@varco/ui/SimpleTable.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { isConcerned } from '../../lib/approvals/is-concerned.ts';
import { useApprovals } from '../../lib/approvals/approvals.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { type ApprovalBatch, groupByBatch, listDecidableParts } from './approval-batches.ts';
import { ApprovalRow } from './ApprovalRow.tsx';
import { readApprovals } from './approvals.api.ts';
import styles from './Approvals.module.css';
import { DecisionDialog, type OpenDecision } from './DecisionDialog.tsx';

const isOpen = (batch: ApprovalBatch): boolean => listDecidableParts(batch).length > 0;

/** /approvals: requests to search beyond the limits of a role, to decide and decided, over all plants. */
export function ApprovalsScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(isConcerned);
  const peerIds = plants.map(({ peerId }) => peerId);
  const reading = useQuery({ queryKey: ['approvals', peerIds], queryFn: () => readApprovals(peerIds), gcTime: 0 });
  const [deciding, setDeciding] = useState<OpenDecision | null>(null);
  const batches = groupByBatch(useApprovals(({ byPeer }) => byPeer));
  const labels = new Map(plants.map((plant) => [plant.peerId, getPlantLabel(plant)]));
  const nameOf = (peerId: number): string => labels.get(peerId) ?? String(peerId);
  const missing = reading.data ?? [];
  return (
    <ScreenFrame
      label={t('pages:title.approvals')}
      intro={t('approvals:intro')}
      ground="plain"
      toolbar={
        <Toolbar>
          <Button variant="default" leftSection={<Icon name="refresh" />} onClick={() => void reading.refetch()}>
            {t('approvals:refresh')}
          </Button>
        </Toolbar>
      }
      notices={
        missing.length > 0 && (
          <Notice tone="wa">
            {t('approvals:missing', { plants: missing.map(({ peerId }) => nameOf(peerId)).join(', ') })}
          </Notice>
        )
      }
      waiting={reading.isPending && t('common:loading')}
      empty={
        plants.length === 0 && (
          <EmptyState icon="shieldCheck" title={t('approvals:nobody')}>
            {t('approvals:nobodyText')}
          </EmptyState>
        )
      }
    >
      <BothTables batches={batches} nameOf={nameOf} onDecide={setDeciding} />
      {deciding !== null && <DecisionDialog open={deciding} nameOf={nameOf} onClose={() => setDeciding(null)} />}
    </ScreenFrame>
  );
}

/** What waits for this person's decision, and everything else. */
function BothTables(props: {
  batches: readonly ApprovalBatch[];
  nameOf: (peerId: number) => string;
  onDecide: (open: OpenDecision) => void;
}): ReactElement {
  const t = useT();
  const { batches, nameOf, onDecide } = props;
  return (
    <div className={styles.parts}>
      <ApprovalTable
        title={t('approvals:decidable')}
        batches={batches.filter(isOpen)}
        nameOf={nameOf}
        onDecide={onDecide}
        empty={
          <EmptyState icon="shieldCheck" title={t('approvals:noneDecidable')}>
            {t('approvals:noneDecidableText')}
          </EmptyState>
        }
      />
      <ApprovalTable
        title={t('approvals:past')}
        batches={batches.filter((batch) => !isOpen(batch))}
        nameOf={nameOf}
        onDecide={onDecide}
        empty={<p className={styles.none}>{t('approvals:nonePast')}</p>}
      />
    </div>
  );
}

function ApprovalTable(props: {
  title: string;
  batches: readonly ApprovalBatch[];
  nameOf: (peerId: number) => string;
  onDecide: (open: OpenDecision) => void;
  empty: ReactElement;
}): ReactElement {
  const t = useT();
  const { title, batches, nameOf, onDecide, empty } = props;
  return (
    <Panel title={title} icon="shieldCheck" padding="none">
      <SimpleTable
        label={title}
        onNarrow="stack"
        columns={(['when', 'what', 'why', 'state', 'acts'] as const).map((key) => ({
          key,
          title: t(`approvals:columns.${key}`),
          isTitleHidden: key === 'acts',
        }))}
        empty={batches.length === 0 && empty}
      >
        {batches.map((batch) => (
          <ApprovalRow key={batch.id} batch={batch} nameOf={nameOf} onDecide={onDecide} />
        ))}
      </SimpleTable>
    </Panel>
  );
}
