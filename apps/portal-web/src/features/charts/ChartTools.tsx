import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ReportTools } from '../../widgets/reports/ReportView.tsx';

/** Line above a chart: which one, and what can be done with it. */
export function ChartTools(props: {
  picker: ReactNode;
  /** False while plants are missing that may still answer: an incomplete chart cannot be printed or saved. */
  isReady: boolean;
  onPrint: () => void;
  onPicture: () => void;
  onCsv: () => void;
}): ReactElement {
  const t = useT();
  return (
    <ReportTools
      isReady={props.isReady}
      tools={[
        { label: t('charts:print'), icon: 'print', onUse: props.onPrint },
        { label: t('charts:png'), icon: 'image', onUse: props.onPicture },
        { label: t('charts:csv'), icon: 'download', onUse: props.onCsv },
      ]}
    >
      {props.picker}
    </ReportTools>
  );
}
