import { Button } from '@mantine/core';
import type { PlantOutcome } from '@varco/domain/federation/completeness.ts';
import type { FailureKind } from '@varco/domain/federation/merge.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
import { getFailureTextKey } from './failure-text.ts';
import { useIsPhone } from '../../../lib/phone.ts';
import type { ResultAreaProps } from './result-area-props.ts';
import styles from './ResultArea.module.css';

/** A plant that failed, with the reason. `failure` is null when the plant returned some rows and then stopped responding. */
interface FailedPlant {
  readonly peerId: number;
  readonly failure: FailureKind | null;
}

/** LIFE-10: each failed plant, what that means for the list, and buttons to retry it alone or to exclude it. */
export function PlantFailures(props: ResultAreaProps): ReactElement | null {
  const t = useT();
  const { session, state, view, plants, filter } = props;
  const failed = (view.completeness?.plants ?? []).flatMap(({ plantId, outcome: answer }): FailedPlant[] => {
    if (answer.state === 'error') return [{ peerId: Number(plantId), failure: answer.failure }];
    const hasStopped =
      answer.state === 'partial' && answer.reasons.some((why) => why === 'failed' || why === 'timeout');
    return hasStopped ? [{ peerId: Number(plantId), failure: null }] : [];
  });
  const isPhone = useIsPhone();
  if (state.search === null) return null;
  if (isPhone) return <FailureLine {...props} failed={failed} />;
  const requestedIds = state.search.parts.map((part) => Number(part.plantId));
  return (
    <div className={styles.failures}>
      <StoppedSearch {...props} />
      {failed.map(({ peerId, failure }) => {
        const plant = plants.find((one) => one.peerId === peerId);
        const label = plant === undefined ? String(peerId) : getPlantLabel(plant);
        return (
          <Notice
            key={peerId}
            tone={failure === null ? 'wa' : 'al'}
            {...(failure === null ? {} : { title: t('transits:plantError.title', { plant: label }) })}
            actions={
              <>
                <Button size="compact-sm" variant="default" onClick={() => session.retry(peerId)}>
                  {t('transits:plantError.retry')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => props.onFilter({ ...filter, peerIds: requestedIds.filter((id) => id !== peerId) })}
                >
                  {t('transits:plantError.exclude')}
                </Button>
              </>
            }
          >
            {failure === null
              ? t('transits:plantError.after', { plant: label })
              : t('transits:plantError.text', { cause: t(getFailureTextKey(failure)) })}
          </Notice>
        );
      })}
    </div>
  );
}

/** On a phone: one line for all failed plants, which are named in the sheet of the filters too. */
function FailureLine(props: ResultAreaProps & { failed: readonly FailedPlant[] }): ReactElement | null {
  const t = useT();
  const { session, plants, failed } = props;
  if (failed.length === 0) return null;
  const names = failed.map(({ peerId }) => {
    const plant = plants.find((one) => one.peerId === peerId);
    return plant === undefined ? String(peerId) : getPlantLabel(plant);
  });
  return (
    <div
      className={styles.failureLine}
      role="group"
      aria-label={t('transits:plantError.line', { count: failed.length })}
    >
      <Icon name="octagon" size="sm" />
      <span className={styles.failureNames}>
        {t('transits:plantError.line', { count: failed.length })}: {names.join(', ')}
      </span>
      <button type="button" onClick={() => failed.forEach(({ peerId }) => session.retry(peerId))}>
        {t('common:retry')}
      </button>
    </div>
  );
}

/** Shown after "Interrompi richiesta" while rows are on the screen: says which plants are missing and offers to fetch them. */
function StoppedSearch({ session, view }: ResultAreaProps): ReactElement | null {
  const t = useT();
  const stopped = (view.completeness?.plants ?? []).filter(({ outcome: answer }) =>
    answer.state === 'partial' ? answer.reasons.includes('stopped') : isStopped(answer),
  );
  if (stopped.length === 0) return null;
  return (
    <Notice
      tone="in"
      actions={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => stopped.forEach(({ plantId }) => session.retry(Number(plantId)))}
        >
          {t('search:stopped.again')}
        </Button>
      }
    >
      {t('search:stopped.text', { plants: t('search:stopped.plants', { count: stopped.length }) })}
    </Notice>
  );
}

const isStopped = (answer: PlantOutcome): boolean => answer.state === 'notAsked' && answer.reason === 'stopped';
