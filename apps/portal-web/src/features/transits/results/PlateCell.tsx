import type { Transit } from '@varco/contract/plant/transit.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { isNotedHere, useNotedTransits } from '../../../lib/noted-transits.store.ts';
import { buildPrintKey, useFailedPrints } from '../../../lib/prints/failed-prints.store.ts';
import { KemlerPanel } from '../../../widgets/adr/KemlerPanel.tsx';
import { NoGpsBadge } from '../../../widgets/plate/NoGpsBadge.tsx';
import { PlateBadge, type PlateSize } from '../../../widgets/plate/PlateBadge.tsx';
import type { ListRow } from '../search/search-view.ts';
import styles from './columns.module.css';
import { NotPrinted } from './NotPrinted.tsx';

/** The plate badge with all marks that belong to it. */
export function PlateCell(props: { row: ListRow; showsPanel: boolean; size?: PlateSize }): ReactElement {
  const t = useT();
  const { transit, peerId } = props.row;
  const hasFailedPrint = useFailedPrints(({ keys }) => keys.has(buildPrintKey(peerId, transit.id)));
  const why = explainMatch(t, transit);
  const isNoted = useNotedTransits((noted) => isNotedHere(noted, peerId, transit.id));
  const notes = Math.max(transit.n_note ?? 0, isNoted ? 1 : 0);
  return (
    <span className={styles.plate} data-hover-row={props.row.key}>
      <PlateBadge
        plate={transit.targa}
        nation={transit.nazione === '' ? null : transit.nazione}
        {...(props.size === undefined ? {} : { size: props.size })}
      />
      {(transit.gps_lat === null || transit.gps_lon === null) && <NoGpsBadge />}
      {props.showsPanel && transit.is_adr && <KemlerPanel kemler={transit.adr_kemler} un={transit.adr_un_no} />}
      {why !== '' && (
        <span className={styles.match} title={why}>
          ≈<span className="visually-hidden">{why}</span>
        </span>
      )}
      {notes > 0 && (
        <span
          className={styles.noted}
          role="img"
          aria-label={t('transits:notes', { count: notes })}
          title={t('transits:notes', { count: notes })}
        >
          <Icon name="edit" size="xs" />
        </span>
      )}
      {hasFailedPrint && <NotPrinted />}
    </span>
  );
}

/** Why a plate that differs from the searched one matches; empty for an exact match. */
export function explainMatch(t: Translate, { match, targa }: Pick<Transit, 'match' | 'targa'>): string {
  return [
    match?.corrected === true ? t('transits:match.corrected', { read: targa }) : '',
    match?.kind === 'misread' ? t('transits:match.misread') : '',
    match?.kind === 'variation' ? t('transits:match.variation', { count: match.errors }) : '',
  ]
    .filter((reason) => reason !== '')
    .join('; ');
}
