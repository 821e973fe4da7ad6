import { formatTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement, ReactNode } from 'react';
import { type ApprovalUse, useTimeOfEnds } from '../../lib/approvals/granted-approvals.ts';
import { useT } from '../../lib/i18n.tsx';
import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';

function nameOf(peerId: number): string {
  const plant = findPlantByPeer(peerId);
  return plant === undefined ? String(peerId) : getPlantLabel(plant);
}

/** One line for each person and minute, with the plants of both. */
function formatUses(uses: readonly ApprovalUse[], key: 'usable' | 'over', t: Translate): readonly string[] {
  // Plants decide within moments of each other: they are told apart by the minute.
  const timeOf = ({ until }: ApprovalUse): string => formatTime(until).slice(0, 5);
  const groups = Map.groupBy(uses, (use) => `${timeOf(use)} ${use.by}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const plants = [...new Set(group.map(({ peerId }) => nameOf(peerId)))].join(', ');
    return [t(`approvals:use.${key}`, { by: first.by, time: timeOf(first), plants })];
  });
}

/**
 * Under whose approval a screen shows what is beyond a role, until when, and plainly when that is over (ADR 0027). The texts
 * are those of `approvals`.
 */
export function ApprovalUses(props: {
  uses: readonly ApprovalUse[];
  /** What holds while one is usable, and what no longer does when one has ended. */
  hints: Readonly<Record<'usable' | 'over', string>>;
  /** What the person can do when one has ended. */
  overActions?: ReactNode;
}): ReactElement | null {
  const t = useT();
  const { uses, hints } = props;
  const at = useTimeOfEnds(uses.map(({ until }) => until));
  const usable = uses.filter(({ until }) => until > at);
  const over = uses.filter(({ until }) => until <= at);
  return (
    <>
      {usable.length > 0 && <Notice tone="ok">{[...formatUses(usable, 'usable', t), hints.usable].join(' ')}</Notice>}
      {over.length > 0 && (
        <Notice tone="wa" {...(props.overActions === undefined ? {} : { actions: props.overActions })}>
          {[...formatUses(over, 'over', t), hints.over].join(' ')}
        </Notice>
      )}
    </>
  );
}
