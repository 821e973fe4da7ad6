import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { formatTime } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { withdrawOnPlants } from './handover.api.ts';
import { type HandoverBatch, listWaiting } from './handover-parts.ts';

/** The own hand-over that waits, and what can be done with it. */
export function OwnWaiting(props: {
  batch: HandoverBatch;
  nameOf: (peerId: number) => string;
  refresh: () => void;
  onShow: () => void;
}): ReactElement {
  const t = useT();
  const { batch, nameOf, refresh, onShow } = props;
  const { first, parts } = batch;
  const waiting = listWaiting(batch);
  const signed = parts.filter(({ summary }) => summary.chiusura?.come === 'signed');
  const [failed, setFailed] = useState<readonly string[]>([]);
  const withdraw = useMutation({
    mutationFn: async () => setFailed((await withdrawOnPlants(waiting)).map(({ peerId }) => nameOf(peerId))),
    onSettled: refresh,
  });
  const join = (of: readonly { readonly peerId: number }[]): string =>
    of.map(({ peerId }) => nameOf(peerId)).join(', ');
  return (
    <Notice
      tone="in"
      actions={
        <Group gap={6}>
          <Button size="compact-sm" variant="default" onClick={onShow}>
            {t('handover:own.open')}
          </Button>
          <Button size="compact-sm" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t('handover:own.withdraw')}
          </Button>
        </Group>
      }
    >
      {[
        t('handover:own.waiting', {
          to: first.a === '' ? t('handover:nextShift') : first.a,
          when: formatTime(first.il),
          plants: join(waiting),
        }),
        ...(signed.length === 0 ? [] : [t('handover:own.partlySigned', { plants: join(signed) })]),
        ...(failed.length === 0 ? [] : [t('handover:own.failed', { plants: failed.join(', ') })]),
      ].join(' ')}
    </Notice>
  );
}
