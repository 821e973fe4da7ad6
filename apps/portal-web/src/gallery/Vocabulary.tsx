import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement, ReactNode } from 'react';
import { AlertValue } from '../widgets/alert/AlertValue.tsx';
import { SpeedBadge } from '../widgets/vehicle/SpeedBadge.tsx';
import styles from './Gallery.module.css';

const LINES: readonly (readonly [ReactNode, string])[] = [
  [<AlertValue key="1" field="assicurata" value="si" />, 'regolare'],
  [<AlertValue key="2" field="assicurata" value="no" />, 'scaduta o assente'],
  [<AlertValue key="3" field="rubata" value="si" />, 'rubata'],
  [<AlertValue key="4" field="allarme" value="si" />, 'blacklist'],
  [<AlertValue key="5" field="allarme" value="pn" />, 'prestanome'],
  [<AlertValue key="6" field="sives" value="si" />, 'lista interforze'],
  [<AlertValue key="7" field="allarme" value="rad" />, 'radiata'],
  [<AlertValue key="8" field="rubata" value="no" />, 'nessuna denuncia, mai verde'],
  [<AlertValue key="9" field="assicurata" value="xx" />, 'xx, servizio assente'],
  [<AlertValue key="10" field="assicurata" value="--" />, '-- o /, non controllata'],
  [<AlertValue key="11" field="assicurata" value="<x>" />, 'licenza non valida'],
  [<AlertValue key="12" field="assicurata" value="<!>" />, 'congestione'],
  [<AlertValue key="13" field="assicurata" value="**" />, 'oscurato'],
  [<StatusChip key="14" tone="wa" icon="warning" variant="tint" word="Lista C" />, 'liste trasporti A1, C'],
  [<StatusChip key="15" tone="ok" icon="wifi" word="ONLINE" />, 'impianto pronto'],
  [<StatusChip key="16" tone="wa" icon="gauge" variant="tint" word="lento" />, 'mediana oltre 3 s'],
  [<StatusChip key="17" tone="in" icon="filter" variant="tint" word="Varchi limitati" />, 'ricerca limitata'],
  [<StatusChip key="18" tone="in" icon="clock" word="in ricezione..." />, 'attesa dati'],
  [<StatusChip key="19" tone="al" icon="octagon" word="(in errore)" />, 'impianto in errore'],
  [<StatusChip key="20" tone="nt" icon="wifiOff" variant="tint" word="OFFLINE" />, 'oltre 30 min'],
  [<StatusChip key="21" tone="pv" icon="lock" variant="tint" word="SENZA PERMESSI" />, 'livello o gruppo'],
  [<SpeedBadge key="22" kmPerHour={84} />, 'oltre 70 km/h'],
  [<SpeedBadge key="23" kmPerHour={62} />, 'entro la soglia'],
  [<AlertValue key="24" field="assicurata" value="--" isNamed />, 'con il nome'],
];

/** Every alert and state value with its meaning. */
export function Vocabulary(): ReactElement {
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>Vocabolario degli allarmi e degli stati</h2>
      <div className={styles.vocabulary}>
        {LINES.map(([chip, meaning]) => (
          <div key={meaning} className={styles.word}>
            <span className={styles.chipSlot}>{chip}</span>
            <span className={styles.meaning}>{meaning}</span>
          </div>
        ))}
      </div>
    </section>
  );
}
