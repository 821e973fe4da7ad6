import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { PersonTransit, writePersonLetter } from '@varco/contract/plant/person-requests.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import type { ReactElement } from 'react';
import styles from './LetterPrint.module.css';

type Letter = CallOutput<typeof writePersonLetter>;

/** In Italian whatever the language of the page, like the letter. */
const DIRECTIONS: Readonly<Record<number, string>> = { 1: 'entrata', 2: 'uscita' };

/** The letter to the person on paper, with the table of their transits. Italian, because the person receives it. */
export function LetterPrint({ letter, onDone }: { letter: Letter; onDone: () => void }): ReactElement {
  const { allegato: table } = letter;
  return (
    <PrintSheet title={letter.ente} className={styles.letter} onDone={onDone}>
      <div lang="it">
        <p>{`Rif. ${letter.riferimento} · ${letter.data}`}</p>
        <p className={styles.address}>
          {letter.destinatario}
          <br />
          {letter.recapito}
        </p>
        <p className={styles.subject}>
          <strong>{`Oggetto: ${letter.oggetto}`}</strong>
        </p>
        {letter.paragrafi.map(({ titolo, testo }) => (
          <p key={titolo}>
            <strong>{`${titolo}. `}</strong>
            {testo}
          </p>
        ))}
        <p className={styles.signature}>
          Il titolare del trattamento
          <br />
          <br />
          ______________________________
        </p>
        {table !== null && table.transiti.length > 0 && <TransitTable transits={table.transiti} />}
        {table !== null && table.mancanti > 0 && (
          <p>{`Transiti della risposta che non sono più conservati: ${table.mancanti}.`}</p>
        )}
      </div>
    </PrintSheet>
  );
}

function TransitTable({ transits }: { transits: readonly PersonTransit[] }): ReactElement {
  return (
    <section className={styles.annex}>
      <h2>Allegato: transiti</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Data e ora</th>
            <th scope="col">Varco</th>
            <th scope="col">Direzione</th>
            <th scope="col">Corsia</th>
          </tr>
        </thead>
        <tbody>
          {transits.map(({ data, varco, direzione, corsia }) => (
            <tr key={`${data} ${varco} ${corsia ?? ''}`}>
              <td>{formatDateTime(data)}</td>
              <td>{varco}</td>
              <td>{DIRECTIONS[direzione] ?? ''}</td>
              <td>{corsia ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
