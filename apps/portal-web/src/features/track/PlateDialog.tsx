import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { DEFAULT_ROUTE_GAP_MIN } from '@varco/domain/maps/map-constants.ts';
import { type ReactElement, useEffect, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { closePlateDialog, type PlateDialogRequest } from '../../lib/plate-dialog.store.ts';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import styles from './Track.module.css';
import { TrackView } from './TrackView.tsx';
import type { TrackSettings } from './use-track-model.ts';

/** T 2.7: dialog with the passages of a plate, as a map or a list. Closes when an action opens a tab. */
export function PlateDialog(props: { request: PlateDialogRequest }): ReactElement {
  const t = useT();
  const { plate, mode, start, end } = props.request;
  const navigate = useNavigate();
  const second = useState('');
  const [settings, setSettings] = useState<TrackSettings>({ start, end, gapMinutes: DEFAULT_ROUTE_GAP_MIN });
  useEffect(
    () =>
      useTabs.subscribe((now, before) => {
        if (now.selectedId === before.selectedId) return;
        closePlateDialog();
        void navigate({ to: '/lpr' });
      }),
    [navigate],
  );
  return (
    <Modal
      opened
      onClose={closePlateDialog}
      size="min(1320px, 96vw)"
      title={t('maps:track.label', { plate })}
      closeButtonProps={{ 'aria-label': t('maps:track.close') }}
    >
      <div className={styles.dialog}>
        <TrackView plate={plate} mode={mode} settings={settings} onSettings={setSettings} second={second} />
      </div>
    </Modal>
  );
}
