import type { TransitDetail } from '@varco/contract/plant/transit.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { AlertValue } from '../../widgets/alert/AlertValue.tsx';
import { isListed } from './listed.ts';

/** DET-07: which list the plate stands on. Its record (reason, who, until when) comes with the blacklist screens. */
export function BlacklistBlock(props: { transit: TransitDetail; plantLabel: string }): ReactElement | null {
  const t = useT();
  const { transit, plantLabel } = props;
  if (!isListed(transit)) return null;
  return (
    <Panel title={t('transits:detail.blacklistBlock')} icon="ban" tone="alarm">
      <KeyValueList
        items={[
          {
            key: 'alarm',
            label: t('transits:detail.alarm'),
            value: <AlertValue field="allarme" value={transit.allarme} form="full" />,
          },
          { key: 'plant', label: t('transits:detail.plant'), value: plantLabel },
        ]}
      />
    </Panel>
  );
}
