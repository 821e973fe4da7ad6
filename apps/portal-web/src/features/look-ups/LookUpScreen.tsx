import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { bringIntoSight } from '@varco/ui/bring-into-sight.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Toolbar, ToolbarEnd, ToolbarText } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type Ref, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { BookletForm, LicenceForm, RcaForm } from './LookUpForms.tsx';
import { type LookUpController, useLookUps } from './look-up-controller.ts';
import styles from './LookUps.module.css';
import { LookUpPlantSelect } from './LookUpPlantSelect.tsx';
import { canLookUpOn } from './look-up-plants.ts';
import { PaidDialog } from './PaidDialog.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';
import { ResultCard } from './ResultCard.tsx';
import { RunningLine } from './RunningLine.tsx';

/** T 2.12: three forms side by side, results below. */
export function LookUpScreen(props: {
  controller: LookUpController;
  /** Field of the paid look-up of a vehicle. */
  paidFieldRef?: Ref<HTMLInputElement>;
}): ReactElement {
  const t = useT();
  const { controller, paidFieldRef } = props;
  const plants = usePlantList().filter(canLookUpOn);
  const peerId = useLookUps(controller, ({ form }) => form.selectedPeer);
  const first = plants[0]?.peerId ?? null;
  const isKnown = plants.some((plant) => plant.peerId === peerId);
  useEffect(() => {
    if (!isKnown && first !== null) controller.updateForm((form) => ({ ...form, selectedPeer: first }));
  }, [isKnown, first, controller]);
  const isRefused = plants.length === 0;
  return (
    <ScreenFrame
      label={t('pages:title.lookUps')}
      intro={t('lookUps:intro')}
      toolbar={!isRefused && <LookUpToolbar controller={controller} />}
      ground="plain"
    >
      {isRefused ? (
        <EmptyState icon="lock" tone="pv" title={t('lookUps:noPlant')}>
          {t('lookUps:noPlantText')}
        </EmptyState>
      ) : (
        <div className={styles.forms} role="group" aria-label={t('lookUps:forms')}>
          <RcaForm controller={controller} />
          <BookletForm controller={controller} fieldRef={paidFieldRef} />
          <LicenceForm controller={controller} />
        </div>
      )}
      <RunningLine controller={controller} />
      <ProblemNotice controller={controller} />
      <LookUpResults controller={controller} />
      <PaidDialog controller={controller} />
    </ScreenFrame>
  );
}

function LookUpToolbar(props: { controller: LookUpController }): ReactElement {
  const t = useT();
  return (
    <Toolbar>
      <LookUpPlantSelect controller={props.controller} />
      <ToolbarEnd>
        <ToolbarText>
          <Link to="/visure-ministeriali/history" className={styles.link}>
            <Icon name="clock" /> {t('lookUps:history')}
          </Link>
          <span id="print-hint">{t('lookUps:printHint')}</span>
        </ToolbarText>
        <Button
          variant="default"
          leftSection={<Icon name="print" />}
          onClick={() => window.print()}
          aria-describedby="print-hint"
        >
          {t('lookUps:print')}
        </Button>
      </ToolbarEnd>
    </Toolbar>
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
    if (answers > seen.current) bringIntoSight(list.current);
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
