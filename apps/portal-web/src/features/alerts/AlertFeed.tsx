import { MAX_LATEST_ALERTS } from '@varco/domain/alerts/alert-kinds.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { configureAlerts } from '../../lib/alerts/alert-centre.ts';
import { closeFeed, showAlert, showNeighbour, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { AlertCard } from './AlertCard.tsx';
import styles from './alerts.module.css';
import { AlertSettings } from './AlertSettings.tsx';
import { ConnectionChip, LatestAlerts } from './LatestAlerts.tsx';

/**
 * Panel with the latest alerts, or one opened alert instead of the list. It is opened by the user, so it takes the
 * focus, and returns it on closing: it is the last element of the document and hard to reach with Tab.
 */
export function AlertFeed(): ReactElement {
  const t = useT();
  const { list, shownId, config } = useAlerts();
  const [isSetting, setSetting] = useState(false);
  const shown = list.find(({ id }) => id === shownId);
  const own = useRef<HTMLElement>(null);
  useFocusWhileOpen(own);
  const onKeyDown = (event: KeyboardEvent): void => {
    const opensFirst = event.key === 'j' && shown === undefined && !isSetting;
    if (event.key !== 'Escape' && !opensFirst) return;
    event.stopPropagation();
    if (opensFirst) return showNeighbour(1);
    if (isSetting) setSetting(false);
    else if (shown === undefined) closeFeed();
    else showAlert(null);
  };
  return (
    // Escape goes one step back, J opens the first alert; the elements inside handle all other keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={own} className={styles.feed} aria-label={t('alerts:feed')} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('alerts:feed')}</h2>
        <ConnectionChip />
        <span className={styles.grow} />
        <IconButton
          icon={config.sound ? 'bell' : 'eyeOff'}
          size="sm"
          name={t(config.sound ? 'alerts:mute' : 'alerts:unmute')}
          isOn={config.sound}
          onClick={() => configureAlerts({ ...config, sound: !config.sound })}
        />
        <IconButton
          icon="gear"
          size="sm"
          name={t('alerts:settings')}
          onClick={() => setSetting((is) => !is)}
          isOn={isSetting}
        />
        <IconButton icon="close" size="sm" name={t('alerts:close')} onClick={closeFeed} />
      </header>
      <div className={styles.body}>
        {isSetting ? (
          <AlertSettings />
        ) : shown === undefined ? (
          <LatestAlerts />
        ) : (
          <AlertCard held={shown} onBack={() => showAlert(null)} onStep={showNeighbour} />
        )}
      </div>
      <footer className={styles.foot}>
        <span>{t('alerts:latest', { count: MAX_LATEST_ALERTS })}</span>
        <Link to="/alerts" onClick={closeFeed}>
          {t('alerts:all')}
        </Link>
      </footer>
    </section>
  );
}

/** Takes the focus, and returns it on unmount unless the user has moved it elsewhere. */
function useFocusWhileOpen(own: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    const element = own.current;
    element?.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      const isElsewhere = now !== null && now !== document.body && element?.contains(now) !== true;
      if (!isElsewhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [own]);
}
