import { SegmentedControl, Switch, Tabs } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import {
  setDarkMode,
  setLanguage,
  setShowNews,
  setShowOffline,
  setSingleKeys,
  usePreferences,
} from '../../lib/preferences/preferences.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { OwnSessions } from './OwnSessions.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SecurityPanel } from './SecurityPanel.tsx';
import { TwoFactorPanel } from './two-factor/TwoFactorPanel.tsx';
import { VaultFilePanel } from './VaultFilePanel.tsx';
import styles from './Settings.module.css';

/** Sections in the order of their tabs; each has its own address below /settings (P 2). */
const SECTIONS = ['profile', 'security', 'two-factor', 'vault', 'sessions', 'appearance'] as const;
type Section = (typeof SECTIONS)[number];

const TITLES = {
  profile: 'account:settings.profile',
  security: 'account:settings.security',
  'two-factor': 'settings:twoFactor.title',
  vault: 'settings:vault.title',
  sessions: 'account:settings.sessions',
  appearance: 'account:settings.appearance',
} as const satisfies Readonly<Record<Section, MessageKey>>;

const parseSection = (path: string): Section => SECTIONS.find((one) => path === `/settings/${one}`) ?? 'profile';

/** P 2 settings: profile, password and recovery key, two-factor, vault file, sessions, appearance and language. */
export function SettingsScreen(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const user = useSession((session) => session.user);
  if (user === null) return null;
  const go = (value: string | null): void =>
    void navigate({ to: value === null || value === 'profile' ? '/settings' : `/settings/${value}` });
  return (
    <div className={styles.page}>
      <Tabs value={parseSection(pathname)} onChange={go} keepMounted={false}>
        <Tabs.List>
          {SECTIONS.map((section) => (
            <Tabs.Tab key={section} value={section}>
              {t(TITLES[section])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SECTIONS.map((section) => (
          <Tabs.Panel key={section} value={section}>
            <SectionPanel section={section} user={user} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

function SectionPanel(props: { section: Section; user: PortalUser }): ReactElement {
  const { section, user } = props;
  switch (section) {
    case 'profile':
      return <ProfileForm user={user} />;
    case 'security':
      return <SecurityPanel user={user} />;
    case 'two-factor':
      return <TwoFactorPanel user={user} />;
    case 'vault':
      return <VaultFilePanel />;
    case 'sessions':
      return <OwnSessions user={user} />;
    case 'appearance':
      return <AppearancePanel hasNews={!user.admin} />;
  }
}

const toThemeChoice = (darkMode: boolean | null): string => {
  if (darkMode === null) return 'auto';
  return darkMode ? 'dark' : 'light';
};

/** @param props.hasNews false for administrators, who get no announcement popup (P 6) and so no switch for it */
function AppearancePanel(props: { hasNews: boolean }): ReactElement {
  const t = useT();
  const { language, darkMode, showOffline, showNews, singleKeys } = usePreferences();
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{t('account:settings.theme')}</h2>
      <SegmentedControl
        aria-label={t('shell:theme.change')}
        value={toThemeChoice(darkMode)}
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
      <Switch
        label={t('settings:showOffline')}
        checked={showOffline}
        onChange={(event) => setShowOffline(event.currentTarget.checked)}
      />
      <Switch
        label={t('settings:singleKeys')}
        description={t('settings:singleKeysHint')}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      {props.hasNews && (
        <Switch
          label={t('settings:showNews')}
          checked={showNews}
          onChange={(event) => setShowNews(event.currentTarget.checked)}
        />
      )}
    </section>
  );
}
