import { Button } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { loadMessages } from '../../../lib/messages.ts';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
import type { ResultAreaProps } from '../results/result-area-props.ts';
import { canRepeat, type LimitedPlant, useLimitedPlants } from './limited-plants.ts';

const { Component: RequestApprovalDialog } = lazyComponent(async () => {
  const [{ RequestApprovalDialog: Part }] = await Promise.all([
    import('./RequestApprovalDialog.tsx'),
    loadMessages('approvals'),
  ]);
  return Part;
});

/**
 * Says which plants a limit of the person's role cut, and lets them ask a second person (ADR 0027). When the approval
 * comes, the search is repeated by itself.
 */
export function RoleLimitNotice(props: ResultAreaProps): ReactElement | null {
  const t = useT();
  const { state, plants, filter, onFilter } = props;
  const [isOpen, setOpen] = useState(false);
  const limited = useLimitedPlants(state);
  const granted = state.status === 'done' ? limited.filter(canRepeat).map(({ approval }) => approval?.id) : [];
  useRepeatedSearch(granted.join(' '), () => onFilter(state.filter ?? filter));
  if (limited.length === 0 || state.status === 'searching') return null;
  const nameOf = ({ peerId }: LimitedPlant): string => {
    const plant = plants.find((one) => one.peerId === peerId);
    return plant === undefined ? String(peerId) : getPlantLabel(plant);
  };
  const inState = (stato: string): readonly LimitedPlant[] =>
    limited.filter(({ approval }) => approval?.stato === stato);
  const waiting = inState('open');
  const refused = inState('refused');
  const askable = limited.filter(({ approval }) => approval === null || approval.stato !== 'open');
  const join = (some: readonly LimitedPlant[]): string => some.map(nameOf).join(', ');
  const inPeriod = askable.filter(({ limit }) => limit === 'period');
  const inRows = askable.filter(({ limit }) => limit === 'rows');
  return (
    <>
      <Notice
        tone="in"
        {...(askable.length === 0
          ? {}
          : {
              actions: (
                <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
                  {t('transits:roleLimit.ask')}
                </Button>
              ),
            })}
      >
        {[
          inPeriod.length > 0 && t('transits:roleLimit.period', { plants: join(inPeriod) }),
          inRows.length > 0 && t('transits:roleLimit.rows', { plants: join(inRows) }),
          waiting.length > 0 && t('transits:roleLimit.waiting', { plants: join(waiting) }),
          ...refused.map((one) =>
            t('transits:roleLimit.refused', { plant: nameOf(one), note: one.approval?.nota_decisione ?? '' }),
          ),
        ]
          .filter(Boolean)
          .join(' ')}
      </Notice>
      {isOpen && <RequestApprovalDialog limited={askable} nameOf={nameOf} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Repeats the search once for each set of approvals, so that a plant that does not accept one is not asked again and again. */
function useRepeatedSearch(granted: string, onRepeat: () => void): void {
  const repeated = useRef('');
  const repeat = useEffectEvent(onRepeat);
  useEffect(() => {
    if (granted === '' || repeated.current === granted) return;
    repeated.current = granted;
    repeat();
  }, [granted]);
}
