import { Button, Loader, Tooltip } from '@mantine/core';
import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { buildPrintKey, useFailedPrints } from '../../../lib/prints/failed-prints.store.ts';
import { toSubject } from '../../../lib/transit-actions/transit-action.ts';
import { useActionKeys } from '../../../lib/transit-actions/use-action-keys.ts';
import { type ActionItem, useTransitActions } from '../../../lib/transit-actions/use-transit-actions.ts';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';
import { AlertValue } from '../../../widgets/alert/AlertValue.tsx';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../../widgets/plate/PlateBadge.tsx';
import styles from './detail.module.css';
import { isOnList } from '../results/list-status.ts';
import type { DetailProps } from './detail-props.ts';

/** DET-01: the plate as title, date and place, findings about the vehicle, and the available actions. */
export function DetailHeader(props: DetailProps & { transit: TransitDetail; plantLabel: string }): ReactElement {
  const t = useT();
  const { transit, peerId, plantLabel, layout, tabId, onClose } = props;
  const isPanel = layout === 'panel';
  const Title = isPanel ? 'h2' : 'h1';
  const openTab = (): void => {
    onClose();
    openWorkspaceTab({
      kind: 'transit-detail',
      peerId,
      transitId: transit.id,
      plate: transit.targa,
      ...(tabId === undefined ? {} : { fromTabId: tabId }),
    });
  };
  return (
    <header className={styles.head}>
      <Title className={styles.plate}>
        <PlateBadge
          plate={transit.targa}
          nation={transit.nazione === '' ? null : transit.nazione}
          province={transit.provincia}
          size="detail"
        />
      </Title>
      <div>
        <Moment at={transit.data} className={styles.when} />
        <div className={styles.where}>
          {plantLabel} · {transit.varco}
        </div>
      </div>
      <VehicleFindings transit={transit} />
      <span className={styles.way}>
        {props.navigation}
        {isPanel && <IconButton icon="plus" name={t('transits:rowAction.detailTab')} onClick={openTab} />}
        <IconButton icon="close" name={t('detail:close')} keys={['Esc']} onClick={onClose} />
      </span>
      <span className={styles.actions}>
        <TransitActionButtons {...props} />
      </span>
    </header>
  );
}

/** Everything found against the vehicle, one badge each. */
function VehicleFindings(props: { transit: TransitDetail }): ReactElement {
  const { transit } = props;
  return (
    <span className={styles.findings}>
      {isOnList(transit) && <AlertValue field="allarme" value={transit.allarme} form="full" />}
      {transit.rubata === 'si' && <AlertValue field="rubata" value={transit.rubata} form="full" />}
      {transit.assicurata === 'no' && <AlertValue field="assicurata" value="no" isNamed />}
      {transit.revisionata === 'no' && <AlertValue field="revisionata" value="no" isNamed />}
    </span>
  );
}

/** Buttons of the registered transit actions. Where space is short they show only their icons. */
function TransitActionButtons(props: DetailProps & { transit: TransitDetail }): ReactElement {
  const t = useT();
  const { transit, peerId, tabId, layout } = props;
  const items = useTransitActions(toSubject(peerId, transit), {
    place: 'detail',
    ...(tabId === undefined ? {} : { tabId }),
  });
  useActionKeys(items);
  const hasFailed = useFailedPrints(({ keys }) => keys.has(buildPrintKey(peerId, transit.id)));
  return (
    <>
      {hasFailed && <StatusChip tone="al" icon="print" variant="tint" word={t('detail:notPrinted')} />}
      {items.map((item) =>
        layout === 'panel' ? (
          <IconButton
            key={item.id}
            icon={item.icon ?? 'dots'}
            name={item.disabledReason ?? item.label}
            {...(item.keyName === undefined ? {} : { keys: [item.keyName] })}
            isDisabled={item.disabledReason !== null || item.isRunning}
            onClick={() => item.onSelect()}
          />
        ) : (
          <ActionButton key={item.id} item={item} />
        ),
      )}
    </>
  );
}

function ActionButton(props: { item: ActionItem }): ReactElement {
  const { item } = props;
  const isOff = item.disabledReason !== null;
  return (
    <Tooltip label={item.disabledReason ?? item.label} disabled={!isOff}>
      <Button
        variant="default"
        size="sm"
        className={styles.action}
        leftSection={item.isRunning ? <Loader size={14} /> : <Icon name={item.icon ?? 'dots'} />}
        // Uses data-disabled so that the button stays focusable and its tooltip can explain why it is disabled.
        data-disabled={isOff || undefined}
        aria-disabled={isOff || undefined}
        aria-busy={item.isRunning || undefined}
        {...(item.keyName === undefined ? {} : { 'aria-keyshortcuts': item.keyName })}
        onClick={() => {
          if (!isOff && !item.isRunning) item.onSelect();
        }}
      >
        {item.label}
      </Button>
    </Tooltip>
  );
}
