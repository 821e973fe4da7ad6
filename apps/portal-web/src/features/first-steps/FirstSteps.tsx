import { Button } from '@mantine/core';
import { canManageSettings, canReadAudit } from '@varco/domain/policy/plant-permissions.ts';
import { updateUser } from '@varco/contract/portal/user.ts';
import { useFocusReturn } from '@varco/ui/use-focus-return.ts';
import { useEscape } from '@varco/ui/use-escape.ts';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { callPortal } from '../../lib/api/portal.ts';
import { endFirstSteps } from '../../lib/help/first-steps.store.ts';
import { RichText, useT } from '../../lib/i18n.tsx';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { acceptUser, currentSession, useSession } from '../../lib/session/session-store.ts';
import styles from './FirstSteps.module.css';
import { findTourKind, type TourStep, TOURS } from './tours.ts';
import { usePlacedCard } from './use-placed-card.ts';

/**
 * The first minute of a new person: five cards, each beside what it explains. The page stays usable; Escape skips.
 * Skipped or ended, they are not shown again at any workstation.
 */
export function FirstSteps(): ReactElement {
  const t = useT();
  const steps = TOURS[useTourKind()];
  const [index, setIndex] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  const step: TourStep | undefined = steps[index];
  useFocusReturn();
  const { cardRef, spotRef } = usePlacedCard(step?.anchor ?? '');
  useEffect(() => next.current?.focus(), [index]);
  useEscape(cardRef, () => void finishSteps());
  const isLast = index === steps.length - 1;
  const values = { step: index + 1, steps: steps.length };
  return (
    <>
      <div ref={spotRef} className={styles.spot} aria-hidden="true" />
      <div ref={cardRef} role="dialog" aria-label={t('help:steps.label', values)} className={styles.card}>
        {step !== undefined && (
          <div aria-live="polite">
            <h2 className={styles.title}>{t(step.title)}</h2>
            <p className={styles.text}>
              <RichText text={step.text} />
            </p>
          </div>
        )}
        <div className={styles.buttons}>
          <span className={styles.position}>{t('help:steps.position', values)}</span>
          {!isLast && (
            <Button variant="subtle" onClick={() => void finishSteps()}>
              {t('help:steps.skip')}
            </Button>
          )}
          {index > 0 && (
            <Button variant="default" onClick={() => setIndex(index - 1)}>
              {t('help:steps.back')}
            </Button>
          )}
          <Button ref={next} onClick={() => (isLast ? void finishSteps() : setIndex(index + 1))}>
            {t(isLast ? 'help:steps.done' : 'help:steps.next')}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Closes the cards and tells the portal, unless they were opened again from the help. If that fails they come once more. */
async function finishSteps(): Promise<void> {
  endFirstSteps();
  const { user } = currentSession();
  if (user === null || !user.first_steps) return;
  acceptUser({ ...user, first_steps: false });
  await callPortal(updateUser, { params: { id: user.id }, body: { first_steps: false } }).catch(() => undefined);
}

function useTourKind(): keyof typeof TOURS {
  const user = useSession((session) => session.user);
  const plants = usePlantList();
  return findTourKind({
    isPortalAdmin: user?.admin === true,
    managesPlant: plants.some(({ login }) => login !== null && canManageSettings(login.user)),
    searches: plants.some(isReadable),
    readsLog: user?.audit_read === true || plants.some(({ login }) => login !== null && canReadAudit(login.user)),
  });
}
