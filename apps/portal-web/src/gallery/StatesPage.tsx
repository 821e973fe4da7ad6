// A page of samples is easier to read in one function than split by length.
/* oxlint-disable max-lines-per-function */
import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { ErrorView } from '@varco/ui/ErrorView.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { WaitingOverlay } from '@varco/ui/WaitingOverlay.tsx';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { AlertValue } from '../widgets/alert/AlertValue.tsx';
import { CaseBar } from '../widgets/case-bar/CaseBar.tsx';
import { SpeedBadge } from '../widgets/vehicle/SpeedBadge.tsx';
import styles from './Gallery.module.css';

const ignore = (): void => undefined;

function Detail(): ReactElement {
  return (
    <Panel title="Targa e transito" icon="gate">
      <KeyValueList
        items={[
          { key: 'plant', label: 'Impianto', value: 'Cesena Cintura' },
          { key: 'gate', label: 'Varco', value: 'V03 Via Emilia ovest' },
          {
            key: 'insured',
            label: 'Assicurazione',
            value: (
              <>
                <AlertValue field="assicurata" value="no" /> scaduta il 02/09/2026
              </>
            ),
          },
          { key: 'speed', label: 'Velocità', value: <SpeedBadge kmPerHour={84} /> },
        ]}
      />
    </Panel>
  );
}

/** The states of a screen: loading, empty, error, no permission and others. */
export function StatesPage(): ReactElement {
  const [startedAt] = useState(() => performance.now() - 12_000);
  return (
    <main className={styles.states}>
      <h1 className="visually-hidden">Stati</h1>
      <section className={styles.card}>
        <EmptyState
          title="La ricerca non ha prodotto risultati"
          filters={[
            { id: 'plate', label: 'Targa GK5*,*48*', removeName: 'Togli il filtro targa' },
            { id: 'period', label: '14/11/2026 00:00 – 20/11/2026 23:59', removeName: 'Togli il filtro periodo' },
          ]}
          onRemoveFilter={ignore}
          actions={<Button variant="default">Estendi a 30 giorni</Button>}
        >
          6 impianti su 6 hanno risposto, 0 transiti. Filtri usati:
        </EmptyState>
      </section>
      <section className={styles.waiting}>
        <WaitingOverlay
          title="Ricerca in corso"
          detail="3 impianti su 6, 741 transiti finora"
          startedAt={startedAt}
          progress={{ done: 3, total: 6 }}
          abort={{ label: 'Interrompi richiesta', keyName: 'Esc', onAbort: ignore }}
        />
      </section>
      <section className={styles.card}>
        <Notice
          tone="al"
          size="block"
          title="Rimini Costa non ha risposto"
          actions={
            <Button variant="default" size="xs">
              Riprova solo questo
            </Button>
          }
        >
          Tempo di ricerca superato (30 s) alle 14:32:37. I suoi transiti non sono in elenco e non sono contati.
        </Notice>
        <div className={styles.line}>
          <Notice tone="wa">Attenzione filtro lento</Notice>
          <Notice tone="ok">Collegamento verificato</Notice>
          <Notice tone="in">Allarmi dal vivo interrotti</Notice>
          <Notice tone="pv">Immagine oscurata</Notice>
        </div>
      </section>
      <section className={styles.card}>
        <EmptyState title="Permessi insufficienti" icon="lock" tone="pv">
          Permessi insufficienti. Il tuo utente non dispone dei permessi necessari per poter visualizzare la pagina
          attuale. Contatta l'amministratore dell'impianto.
        </EmptyState>
      </section>
      <section className={styles.card}>
        <ErrorView title="Qualcosa si è rotto in questa scheda" actions={<Button variant="default">Ricarica</Button>}>
          Le altre schede continuano a funzionare.
        </ErrorView>
        <CaseBar caseInHand={null} onChange={ignore} onLog={ignore} />
      </section>
      <section className={styles.card}>
        <LazyImage src="/non-esiste.jpg" alt="Transito" missingText="Immagine non disponibile" height={120} />
      </section>
      <Detail />
      <Panel title="In blacklist" icon="ban" tone="alarm" aside="attiva fino al 31/12/2026">
        <KeyValueList items={[{ key: 'reason', label: 'Motivo', value: 'Furti in abitazione' }]} />
      </Panel>
      <section className={styles.card}>
        <StatusChip tone="wa" icon="clock" variant="tint" word="fermo da 3 min" />
      </section>
    </main>
  );
}
