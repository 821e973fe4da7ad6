import { SegmentedControl, Tabs } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { setDarkMode, setLanguage, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { OwnSessions } from './OwnSessions.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SecurityPanel } from './SecurityPanel.tsx';
import styles from './SettingsScreen.module.css';

const TABS = ['profile', 'security', 'sessions', 'appearance'] as const;

/** P 2 settings: own data, password and recovery key, open sessions, appearance and language. */
export function SettingsScreen(): ReactElement | null {
  const t = useT();
  const user = useSession((session) => session.user);
  if (user === null) return null;
  return (
    <div className={styles.page}>
      <Tabs defaultValue="profile" keepMounted={false}>
        <Tabs.List>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`account:settings.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ProfileForm user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <SecurityPanel user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <OwnSessions userId={user.id} />
        </Tabs.Panel>
        <Tabs.Panel value="appearance">
          <Appearance />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

const themeOf = (darkMode: boolean | null): string => {
  if (darkMode === null) return 'auto';
  return darkMode ? 'dark' : 'light';
};

function Appearance(): ReactElement {
  const t = useT();
  const { language, darkMode } = usePreferences();
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{t('account:settings.theme')}</h2>
      <SegmentedControl
        aria-label={t('shell:theme.change')}
        value={themeOf(darkMode)}
        onChange={(value) => setDarkMode(value === 'auto' ? null : value === 'dark')}
        data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
      />
      <h2 className={styles.heading}>{t('shell:language.change')}</h2>
      <SegmentedControl
        aria-label={t('shell:language.change')}
        value={language}
        onChange={(value) => setLanguage(value === 'en' ? 'en' : 'it')}
        data={(['it', 'en'] as const).map((value) => ({ value, label: t(`shell:language.${value}`) }))}
      />
    </section>
  );
}
