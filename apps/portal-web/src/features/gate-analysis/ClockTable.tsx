import { type ClockOffset, getClockSlackS } from '@varco/domain/analysis/clock-offsets.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import styles from './GateAnalysis.module.css';
import { getPlantNameById } from './PlantReportNotices.tsx';

/** Table of clock offsets: offset of each plant, its uncertainty, and the tolerance used (analysis design, part 5). */
export function ClockTable(props: { clocks: readonly (ClockOffset & { readonly peerId: number })[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const seconds = (value: number): string => t('gateAnalysis:clock.seconds', { count: formatInteger(value, language) });
  return (
    <table className={styles.table}>
      <caption>
        <strong>{t('gateAnalysis:clock.title')}</strong> <span>{t('gateAnalysis:clock.text')}</span>
      </caption>
      <thead>
        <tr>
          {(['plant', 'offset', 'spread', 'legs', 'slack'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`gateAnalysis:clock.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.clocks.map((clock) => (
          <tr key={clock.peerId}>
            <th scope="row">{getPlantNameById(clock.peerId)}</th>
            <td>
              {clock.isReference
                ? t('gateAnalysis:clock.reference')
                : clock.offsetS === null
                  ? t('gateAnalysis:clock.unmeasured')
                  : seconds(clock.offsetS)}
            </td>
            <td>{clock.offsetS === null || clock.isReference ? '–' : seconds(clock.spreadS)}</td>
            <td>{formatInteger(clock.legs, language)}</td>
            <td>{seconds(getClockSlackS(clock))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
