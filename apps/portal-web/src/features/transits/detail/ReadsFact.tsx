import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import type { KeyValue } from '@varco/ui/KeyValueList.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import styles from './detail.module.css';

const { Component: ReadsDialog } = lazyComponent(async () => (await import('./ReadsDialog.tsx')).ReadsDialog, null, {
  close: ({ onClose }) => onClose(),
});

type ReadsProps = { transit: TransitDetail; peerId: number };

/** The line about the reads behind a transit; none where it is a single read, or the plant does not count them. */
export function listReadsFact(label: string, props: ReadsProps): readonly KeyValue[] {
  const count = props.transit.n_letture ?? 0;
  return count < 2 ? [] : [{ key: 'reads', label, value: <ReadsLink {...props} count={count} /> }];
}

function ReadsLink(props: ReadsProps & { count: number }): ReactElement {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('detail:reads.count', { count: props.count })}
      </button>
      {isOpen && <ReadsDialog transit={props.transit} peerId={props.peerId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
