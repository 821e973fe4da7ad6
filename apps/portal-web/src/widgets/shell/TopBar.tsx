import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Shell.module.css';

/** A user's initials in a disc, with the full name as accessible name. */
export function Avatar(props: { initials: string; name: string }): ReactElement {
  const t = useT();
  const name = t('widgets:shell.user', { name: props.name });
  return (
    <span className={styles.avatar} role="img" aria-label={name} title={props.name}>
      {props.initials}
    </span>
  );
}

/** Server clock: hours and minutes, with subdued seconds. The text is a prop, so that only this component redraws each second. */
export function ClockText(props: { hoursMinutes: string; seconds: string }): ReactElement {
  const t = useT();
  return (
    <span className={styles.clock} role="timer" aria-label={t('widgets:shell.clock')} title={t('widgets:shell.clock')}>
      {props.hoursMinutes}
      <span className={styles.clockSeconds}>:{props.seconds}</span>
    </span>
  );
}

/**
 * Top bar of every working screen, in drawing order: title, case bar, health of the plants, alerts, theme, help,
 * server clock, user. Stateful components are passed in; on a phone the case bar has its own line below.
 */
export function TopBar(props: {
  title: ReactNode;
  /** Second line below the title. */
  subtitle?: ReactNode;
  caseBar: ReactNode;
  health: ReactNode;
  /** Bell of the live alerts. */
  alerts: ReactNode;
  theme: { readonly isDark: boolean; readonly onToggle: () => void };
  /** The manual beside the page. */
  help: { readonly isOpen: boolean; readonly onToggle: () => void };
  clock: ReactNode;
  user: ReactNode;
}): ReactElement {
  const { title, subtitle, caseBar, health, alerts, theme, help, clock, user } = props;
  const t = useT();
  return (
    <header className={styles.top}>
      <div className={styles.titles}>
        <h1 className={styles.title}>{title}</h1>
        {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      <div className={styles.caseSlot}>
        <div className={styles.case} data-tour="reason">
          {caseBar}
        </div>
      </div>
      {health}
      <span data-tour="alerts" className={styles.slot}>
        {alerts}
      </span>
      <IconButton
        icon={theme.isDark ? 'sun' : 'moon'}
        name={t(theme.isDark ? 'widgets:shell.themeToLight' : 'widgets:shell.themeToDark')}
        onClick={theme.onToggle}
      />
      <span data-tour="help" className={styles.slot}>
        <IconButton
          icon="question"
          name={t('widgets:shell.help')}
          keys={['F1']}
          isExpanded={help.isOpen}
          onClick={help.onToggle}
        />
      </span>
      {clock}
      {user}
    </header>
  );
}
