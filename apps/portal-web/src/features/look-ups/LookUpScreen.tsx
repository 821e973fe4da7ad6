import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { BookletForm, LicenceForm, RcaForm } from './LookUpForms.tsx';
import { type LookUpController, useLookUps } from './look-up-controller.ts';
import styles from './LookUps.module.css';
import { canLookUpOn } from './look-up-plants.ts';
import { PaidDialog } from './PaidDialog.tsx';
import { PlantSelect } from './PlantSelect.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';
import { ResultCard } from './ResultCard.tsx';
import { RunningLine } from './RunningLine.tsx';

/** T 2.12: three forms side by side, results below. */
export function LookUpScreen(props: { controller: LookUpController }): ReactElement {
  const t = useT();
  const { controller } = props;
  const plants = usePlantList().filter(canLookUpOn);
  const peerId = useLookUps(controller, ({ form }) => form.selectedPeer);
  const first = plants[0]?.peerId ?? null;
  const isKnown = plants.some((plant) => plant.peerId === peerId);
  useEffect(() => {
    if (!isKnown && first !== null) controller.updateForm((form) => ({ ...form, selectedPeer: first }));
  }, [isKnown, first, controller]);
  return (
    // The section scrolls, so it must be focusable by keyboard (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('pages:title.lookUps')}>
      <p className={styles.intro}>{t('lookUps:intro')}</p>
      {plants.length === 0 ? (
        <EmptyState icon="lock" tone="pv" title={t('lookUps:noPlant')}>
          {t('lookUps:noPlantText')}
        </EmptyState>
      ) : (
        <>
          <LookUpActionBar controller={controller} />
          <div className={styles.forms} role="group" aria-label={t('lookUps:forms')}>
            <RcaForm controller={controller} />
            <BookletForm controller={controller} />
            <LicenceForm controller={controller} />
          </div>
        </>
      )}
      <RunningLine controller={controller} />
      <ProblemNotice controller={controller} />
      <LookUpResults controller={controller} />
      <PaidDialog controller={controller} />
    </section>
  );
}

function LookUpActionBar(props: { controller: LookUpController }): ReactElement {
  const t = useT();
  return (
    <div className={styles.bar}>
      <PlantSelect controller={props.controller} />
      <div className={styles.actions}>
        <Link to="/visure-ministeriali/history" className={styles.link}>
          <Icon name="clock" /> {t('lookUps:history')}
        </Link>
        <div className={styles.print}>
          <Button
            variant="default"
            leftSection={<Icon name="print" />}
            onClick={() => window.print()}
            aria-describedby="print-hint"
          >
            {t('lookUps:print')}
          </Button>
          <small id="print-hint">{t('lookUps:printHint')}</small>
        </div>
      </div>
    </div>
  );
}

/** VIS-06: scrolls to the list after each new result. */
function LookUpResults(props: { controller: LookUpController }): ReactElement {
  const t = useT();
  const { controller } = props;
  const entries = useLookUps(controller, (state) => state.entries);
  const answers = useLookUps(controller, (state) => state.resultCount);
  const list = useRef<HTMLElement>(null);
  const seen = useRef(answers);
  useEffect(() => {
    if (answers > seen.current) list.current?.scrollIntoView({ block: 'start' });
    seen.current = answers;
  }, [answers]);
  return (
    <section ref={list} className={styles.results} aria-label={t('lookUps:results')} aria-live="polite">
      {entries.map((entry) => (
        <ResultCard key={entry.uuid} entry={entry} onRemove={() => controller.remove(entry.uuid)} />
      ))}
    </section>
  );
}
