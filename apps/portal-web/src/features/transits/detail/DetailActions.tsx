import { Button, Loader, Tooltip } from '@mantine/core';
import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useIsPhone } from '../../../lib/phone.ts';
import { buildPrintKey, useFailedPrints } from '../../../lib/prints/failed-prints.store.ts';
import { toSubject } from '../../../lib/transit-actions/transit-action.ts';
import { useActionKeys } from '../../../lib/transit-actions/use-action-keys.ts';
import { type ActionItem, useTransitActions } from '../../../lib/transit-actions/use-transit-actions.ts';
import styles from './detail.module.css';
import type { DetailProps } from './detail-props.ts';

/** The registered transit actions: buttons, only their icons where space is short, and one sheet on a phone. */
export function DetailActions(props: DetailProps & { transit: TransitDetail }): ReactElement {
  const t = useT();
  const { transit, peerId, tabId, layout } = props;
  const items = useTransitActions(toSubject(peerId, transit), {
    place: 'detail',
    ...(tabId === undefined ? {} : { tabId }),
  });
  useActionKeys(items);
  const isPhone = useIsPhone();
  const hasFailed = useFailedPrints(({ keys }) => keys.has(buildPrintKey(peerId, transit.id)));
  const Action = layout === 'panel' ? ActionIcon : ActionButton;
  return (
    <>
      {hasFailed && <StatusChip tone="al" icon="print" variant="tint" word={t('detail:notPrinted')} />}
      {isPhone ? <ActionSheet items={items} /> : items.map((item) => <Action key={item.id} item={item} />)}
    </>
  );
}

function ActionIcon({ item }: { item: ActionItem }): ReactElement {
  return (
    <IconButton
      icon={item.icon ?? 'dots'}
      name={item.disabledReason ?? item.label}
      {...(item.keyName === undefined ? {} : { keys: [item.keyName] })}
      isDisabled={item.disabledReason !== null || item.isRunning}
      onClick={() => item.onSelect()}
    />
  );
}

function ActionButton({ item }: { item: ActionItem }): ReactElement {
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

/** One button for all actions: side by side they would take the room of the picture. */
function ActionSheet({ items }: { items: readonly ActionItem[] }): ReactElement {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isRunning = items.some((item) => item.isRunning);
  return (
    <>
      <Button
        variant="default"
        className={styles.sheetButton}
        leftSection={isRunning ? <Loader size={14} /> : <Icon name="dots" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={isRunning || undefined}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      >
        {t('detail:actions')}
      </Button>
      {anchor !== null && (
        <RowMenu anchor={anchor} label={t('detail:actions')} items={items} onClose={() => setAnchor(null)} />
      )}
    </>
  );
}
