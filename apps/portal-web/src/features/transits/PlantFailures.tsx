import { Button } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { plantLabel } from '../../lib/plants/use-plants.ts';
import { failureText } from './failure-text.ts';
import type { ResultAreaProps } from './result-area-props.ts';
import styles from './ResultArea.module.css';

/** LIFE-10: each plant that failed, what that means for the list, and a way to ask only that one again or leave it out. */
export function PlantFailures(props: ResultAreaProps): ReactElement | null {
  const t = useT();
  const { session, state, view, plants, filter } = props;
  const failed = (view.completeness?.plants ?? []).flatMap((plant) =>
    plant.answer.state === 'error' ? [{ peerId: Number(plant.plantId), failure: plant.answer.failure }] : [],
  );
  if (failed.length === 0 || state.search === null) return null;
  const askedIds = state.search.parts.map((part) => Number(part.plantId));
  return (
    <div className={styles.failures}>
      {failed.map(({ peerId, failure }) => {
        const plant = plants.find((one) => one.peerId === peerId);
        const label = plant === undefined ? String(peerId) : plantLabel(plant);
        return (
          <Notice
            key={peerId}
            tone="al"
            title={t('transits:plantError.title', { plant: label })}
            actions={
              <>
                <Button size="compact-sm" variant="default" onClick={() => session.retry(peerId)}>
                  {t('transits:plantError.retry')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => props.onFilter({ ...filter, peerIds: askedIds.filter((id) => id !== peerId) })}
                >
                  {t('transits:plantError.exclude')}
                </Button>
              </>
            }
          >
            {t('transits:plantError.text', { cause: t(failureText(failure)) })}
          </Notice>
        );
      })}
    </div>
  );
}
