import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../lib/i18n.tsx';
import styles from './Track.module.css';
import { TrackTable } from './TrackTable.tsx';
import type { TrackWork } from './use-track-work.ts';

/** Prints the map as it stands, where it is shown, and the list under it. */
export function TrackPrint(props: { work: TrackWork; plate: string }): ReactElement {
  const t = useT();
  const { work, plate } = props;
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
      {picture !== null && <Sheet work={work} plate={plate} picture={picture} onDone={() => setPicture(null)} />}
    </>
  );
}

const MARK = 'varcoSheet';

/** What goes on paper; on the screen it is not seen. */
function Sheet(props: { work: TrackWork; plate: string; picture: string; onDone: () => void }): ReactElement {
  const t = useT();
  const { work, picture, onDone } = props;
  useEffect(() => {
    document.body.dataset[MARK] = 'on';
    // The picture is decoded before the sheet is taken.
    const timer = setTimeout(() => {
      print();
      onDone();
    }, 100);
    return () => {
      clearTimeout(timer);
      delete document.body.dataset[MARK];
    };
  }, [onDone]);
  return createPortal(
    <div className={styles.sheet}>
      <h1>{t('maps:track.label', { plate: props.plate })}</h1>
      <p>
        {t('maps:track.printed', { transits: String(work.track.points.length), routes: String(work.track.routeCount) })}
      </p>
      {picture !== '' && <img src={picture} alt={t('maps:track.mapLabel', { plate: props.plate })} />}
      <TrackTable work={work} isPrinted />
    </div>,
    document.body,
  );
}
