import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../lib/i18n.tsx';
import styles from './Track.module.css';
import { TrackTable } from './TrackTable.tsx';
import type { Comparison } from './use-comparison.ts';
import type { TrackModel } from './use-track-model.ts';

/** Prints the current map, if shown, and the list below it. */
export function TrackPrint(props: { work: TrackModel; plate: string; comparison: Comparison | null }): ReactElement {
  const t = useT();
  const { work } = props;
  const [picture, setPicture] = useState<string | null>(null);
  const start = async (): Promise<void> => setPicture((await work.map?.picture()) ?? '');
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="print" />}
        disabled={work.track.points.length === 0}
        onClick={() => void start()}
      >
        {t('maps:track.print')}
      </Button>
      {picture !== null && <TrackPrintSheet {...props} picture={picture} onDone={() => setPicture(null)} />}
    </>
  );
}

const PRINT_ATTRIBUTE = 'varcoSheet';

/** Content that is printed and not visible on the screen. */
function TrackPrintSheet(props: {
  work: TrackModel;
  plate: string;
  comparison: Comparison | null;
  picture: string;
  onDone: () => void;
}): ReactElement {
  const t = useT();
  const { work, comparison, picture, onDone } = props;
  useEffect(() => {
    document.body.dataset[PRINT_ATTRIBUTE] = 'on';
    // Decode the picture before printing.
    const timer = setTimeout(() => {
      print();
      onDone();
    }, 100);
    return () => {
      clearTimeout(timer);
      delete document.body.dataset[PRINT_ATTRIBUTE];
    };
  }, [onDone]);
  return createPortal(
    <div className={styles.sheet}>
      <h1>{t('maps:track.label', { plate: props.plate })}</h1>
      <p>
        {t('maps:track.printed', { transits: String(work.track.points.length), routes: String(work.track.routeCount) })}
      </p>
      {comparison !== null && (
        <p>
          {t('maps:compare.printed', {
            plate: comparison.plate,
            count: comparison.meetings.length,
            minutes: String(comparison.gapMinutes),
          })}
        </p>
      )}
      {picture !== '' && <img src={picture} alt={t('maps:track.mapLabel', { plate: props.plate })} />}
      <TrackTable work={work} isPrinted />
    </div>,
    document.body,
  );
}
