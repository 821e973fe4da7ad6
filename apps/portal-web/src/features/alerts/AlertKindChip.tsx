import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ALERT_STYLES } from './alert-styles.ts';

export function AlertKindChip(props: { kind: AlertKind }): ReactElement {
  const t = useT();
  return <StatusChip {...ALERT_STYLES[props.kind]} word={t(`alerts:kind.${props.kind}`)} />;
}
