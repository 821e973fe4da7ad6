import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { endSecondScreen } from '../../lib/second-screen/open-second-screen.ts';
import { bindTabOpened } from '../../lib/second-screen/second-screen-host.ts';
import { setSecondView, useSecondScreen } from '../../lib/second-screen/second-screen.store.ts';
import styles from './SecondScreen.module.css';

/** Says what the second screen shows, switches it between detail and map, and closes it. */
export function SecondScreenBar(props: {
  /** A transit of this screen is shown there. */
  hasSubject: boolean;
  /** Previous and next of the list. */
  navigation?: ReactNode;
}): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { status, view } = useSecondScreen();
  const showTabs = useEffectEvent(() => void navigate({ to: '/lpr' }));
  useEffect(() => bindTabOpened(() => showTabs()), []);
  return (
    <section className={styles.bar} aria-label={t('secondScreen:bar')}>
      <Icon name="screens" />
      <span role="status" className={styles.state}>
        {t(status === 'on' ? `secondScreen:shows.${view}` : 'secondScreen:shows.opening')}
        {status === 'on' && !props.hasSubject && <span className={styles.hint}> {t('secondScreen:noRow')}</span>}
      </span>
      {props.navigation}
      <Segmented
        label={t('secondScreen:choose')}
        size="sm"
        value={view}
        onChange={setSecondView}
        options={[
          { id: 'detail', label: t('secondScreen:detail') },
          { id: 'map', label: t('secondScreen:map') },
        ]}
      />
      <IconButton icon="close" size="sm" name={t('secondScreen:end')} onClick={() => void endSecondScreen()} />
    </section>
  );
}
