import { ActionIcon } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { SegmentButton, SegmentGroup } from '@varco/ui/SegmentGroup.tsx';
import { lazyOptional } from '@varco/ui/lazy-optional.ts';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { RichText, useT } from '../../lib/i18n.tsx';
import { setDarkMode, setLanguage, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { runWhenIdle } from '../../lib/idle.ts';
import { CLIENT_VERSION } from '../../lib/api/client-version.ts';
import styles from './AccountPageLayout.module.css';

/** Decorative drawing, loaded when the browser is idle so that it does not delay the form. */
const HeroTraffic = lazyOptional(async () => {
  await new Promise<void>((resolve) => runWhenIdle(async () => resolve()));
  return (await import('./HeroTraffic.tsx')).HeroTraffic;
});

/** Layout of the public pages: what Varco is on the left, one form on the right. */
export function AccountPageLayout(props: { children: ReactNode }): ReactElement {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const isDark =
    usePreferences((preferences) => preferences.darkMode) ?? matchMedia('(prefers-color-scheme: dark)').matches;
  return (
    <div className={styles.page}>
      <aside className={styles.hero}>
        <Suspense fallback={null}>
          <HeroTraffic />
        </Suspense>
        <div className={styles.pitch}>
          <p className={styles.claim}>
            <RichText text="account:login.heroTitle" />
          </p>
          <p className={styles.text}>{t('account:login.heroText')}</p>
        </div>
      </aside>
      <main className={styles.side}>
        <div className={styles.brand}>
          <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true">
            <path d="M4 4v24M28 4v24" className={styles.posts} />
            <path d="M9 7l7 18 7-18" className={styles.sign} />
          </svg>
          {t('shell:product')}
        </div>
        <div className={styles.content}>{props.children}</div>
        <footer className={styles.footer}>
          <p>{t('account:login.footer')}</p>
          <div className={styles.foot}>
            <span>{t('account:login.version', { version: CLIENT_VERSION })}</span>
            <SegmentGroup label={t('shell:language.change')} size="sm">
              {(['it', 'en'] as const).map((one) => (
                <SegmentButton key={one} lang={one} isOn={one === language} onClick={() => setLanguage(one)}>
                  {t(`shell:language.${one}`)}
                </SegmentButton>
              ))}
            </SegmentGroup>
            <ActionIcon variant="subtle" aria-label={t('shell:theme.change')} onClick={() => setDarkMode(!isDark)}>
              <Icon name={isDark ? 'sun' : 'moon'} />
            </ActionIcon>
          </div>
        </footer>
      </main>
    </div>
  );
}
