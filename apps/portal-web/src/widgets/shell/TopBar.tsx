import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Shell.module.css';

/** A person's letters in a disc; the name is said in full. `menu` turns it into what opens the user's menu. */
export function Avatar(props: { initials: string; name: string }): ReactElement {
  const t = useT();
  const name = t('widgets:shell.user', { name: props.name });
  return (
    <span className={styles.avatar} role="img" aria-label={name} title={props.name}>
      {props.initials}
    </span>
  );
}

/** Server clock: hours and minutes, seconds quieter. The text is given, so that only this piece redraws each second. */
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
 * Top of every working screen, in the order drawn: title, case bar, health of the plants, alerts, theme, server clock, user.
 * The parts with a life of their own are passed in; on a phone the case bar goes on its own line below.
 */
export function TopBar(props: {
  title: ReactNode;
  /** Second line below the title. */
  subtitle?: ReactNode;
  caseBar: ReactNode;
  health: ReactNode;
  /** The bell of the live alerts. */
  alerts: ReactNode;
  theme: { readonly isDark: boolean; readonly onToggle: () => void };
  clock: ReactNode;
  user: ReactNode;
}): ReactElement {
  const { title, subtitle, caseBar, health, alerts, theme, clock, user } = props;
  const t = useT();
  return (
    <header className={styles.top}>
      <div className={styles.titles}>
        <h1 className={styles.title}>{title}</h1>
        {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      <div className={styles.caseSlot}>{caseBar}</div>
      <span className={styles.grow} />
      {health}
      {alerts}
      <IconButton
        icon={theme.isDark ? 'sun' : 'moon'}
        name={t(theme.isDark ? 'widgets:shell.themeToLight' : 'widgets:shell.themeToDark')}
        onClick={theme.onToggle}
      />
      {clock}
      {user}
    </header>
  );
}
