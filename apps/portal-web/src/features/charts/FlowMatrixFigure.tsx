import { formatInteger } from '@varco/i18n/format.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import { type ReactElement, useMemo } from 'react';
import { formatClockDuration } from '../../lib/analyses/journeys.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { LazyMatrix } from '../../widgets/chart/lazy-matrix.tsx';
import { buildFlowMatrix } from './flow-matrix.ts';
import type { FlowAnswer } from './use-flows.ts';

/** Trips as a matrix, from the gates of the rows to those of the columns. A click on a cell of two gates opens their analysis. */
export function FlowMatrixFigure(props: {
  answer: FlowAnswer;
  name: (gate: number) => string;
  onPair: (from: number, to: number) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { answer, name, onPair } = props;
  const matrix = useMemo(() => buildFlowMatrix(answer), [answer]);
  const { gates, others, cells } = matrix;
  const drawn = useMemo(() => {
    const axis = [...gates.map(name), ...(others > 0 ? [t('charts:flows.others', { count: others })] : [])];
    const position = new Map(gates.map((gate, at) => [gate, at]));
    const indexOf = (gate: number | null): number =>
      gate === null ? gates.length : (position.get(gate) ?? gates.length);
    return {
      axis,
      format: (value: number) => formatInteger(value, language),
      points: cells.map(({ from, to, n, medianS }) => {
        const [row, column] = [indexOf(from), indexOf(to)];
        const text = t('charts:flows.cell', { from: axis[row] ?? '', to: axis[column] ?? '', count: n });
        return {
          row,
          column,
          value: n,
          text: medianS === null ? text : `${text} · ${formatClockDuration(medianS)}`,
        };
      }),
    };
  }, [cells, gates, others, name, language, t]);
  return (
    <>
      <LazyMatrix
        points={drawn.points}
        names={drawn.axis}
        format={drawn.format}
        onPick={(at) => {
          const cell = cells[at];
          if (cell !== undefined && cell.from !== null && cell.to !== null) onPair(cell.from, cell.to);
        }}
      />
      {others > 0 && <Remark>{t('charts:flows.drawn', { count: gates.length, others })}</Remark>}
    </>
  );
}
