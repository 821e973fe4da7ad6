import { Button, Group } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ConfirmNumberDialog, type ConfirmedAct } from './ConfirmNumberDialog.tsx';
import { countRestricted, isRestricting, type RequestPart } from './person-batches.ts';
import { announceOnPlants, eraseOnPlants, liftOnPlants } from './person-requests.api.ts';
import { StepForm } from './RequestSteps.tsx';
import { RestrictionPart } from './RestrictionPart.tsx';

/** How a restriction ends; the dialog of each is above the request. */
export type RestrictionEnd = Extract<ConfirmedAct, 'lift' | 'discard'>;

/**
 * What is restricted on each plant, and its end, also after the request was closed: the person is informed, then it is lifted; or what
 * is restricted is erased.
 */
export function RestrictionPanel(props: {
  parts: readonly RequestPart[];
  nameOf: (peerId: number) => string;
  refresh: () => Promise<void>;
  dialog: string | null;
  onDialog: (dialog: RestrictionEnd | null) => void;
}): ReactElement {
  const t = useT();
  const { parts, nameOf, refresh, dialog, onDialog } = props;
  const running = parts.filter(isRestricting);
  const unannounced = running.filter(({ request }) => (request.preavviso ?? null) === null);
  const liftable = running.filter((part) => !unannounced.includes(part));
  const shared = { countOf: countRestricted, nameOf, onDone: refresh, onClose: () => onDialog(null) };
  return (
    <>
      {parts.map((part) => (
        <RestrictionPart key={part.peerId} part={part} plant={nameOf(part.peerId)} />
      ))}
      {running.length > 0 && <Notice tone="in">{t('personRequests:restriction.beforeLift')}</Notice>}
      {unannounced.length > 0 && (
        <StepForm
          label={t('personRequests:restriction.why')}
          hint={t('personRequests:restriction.whyHint')}
          button={t('personRequests:restriction.announce')}
          isSecondary
          run={(text) => announceOnPlants(unannounced, text)}
          {...{ nameOf, refresh }}
        />
      )}
      {running.length > 0 && (
        <Group gap={8}>
          {liftable.length > 0 && <Button onClick={() => onDialog('lift')}>{t('personRequests:lift.open')}</Button>}
          <Button color="allarme" variant="outline" onClick={() => onDialog('discard')}>
            {t('personRequests:discard.open')}
          </Button>
        </Group>
      )}
      {dialog === 'lift' && (
        <ConfirmNumberDialog act="lift" parts={liftable} run={() => liftOnPlants(liftable)} {...shared} />
      )}
      {dialog === 'discard' && (
        <ConfirmNumberDialog
          act="discard"
          parts={running}
          run={() => eraseOnPlants(running, countRestricted)}
          {...shared}
        />
      )}
    </>
  );
}
