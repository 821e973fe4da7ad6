import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { toRomeDay } from '../../../lib/rome-days.ts';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import styles from './detail.module.css';
import { openPassagesOfDays } from './open-passages.ts';

/** Other passages of the plate on the same day. Each opens its own detail; the header line opens all of them as a list. */
export function SameDayTransits(props: { transit: TransitDetail; peerId: number }): ReactElement {
  const t = useT();
  const { transit, peerId } = props;
  const day = toRomeDay(transit.data);
  return (
    <Panel
      title={t('detail:othersBlock')}
      icon="list"
      padding="none"
      aside={
        transit.redacted || transit.targa === '' ? undefined : (
          <button
            type="button"
            className={styles.link}
            onClick={() => openPassagesOfDays(peerId, transit.targa, day, day)}
          >
            {t('detail:openInList')}
          </button>
        )
      }
    >
      {transit.altri.length === 0 ? (
        <p className={styles.none}>{t(transit.targa === '' ? 'detail:othersUnread' : 'detail:othersNone')}</p>
      ) : (
        <ul className={styles.others}>
          {transit.altri.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                className={styles.other}
                onClick={() =>
                  openWorkspaceTab({ kind: 'transit-detail', peerId, transitId: other.id, plate: transit.targa })
                }
              >
                <b>
                  <Moment at={other.data} form="time" />
                </b>
                <span>{other.varco}</span>
                {other.has_image && <Icon name="image" size="sm" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
