import { Menu, UnstyledButton } from '@mantine/core';
import { canReadSystemLog } from '@varco/domain/policy/plant-permissions.ts';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useState } from 'react';
import { SignOutDialog } from '../../features/alerts/SignOutDialog.tsx';
import { countUnsent, useWaitingDecisions } from '../../lib/alerts/waiting-decisions.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { type PlantsState, usePlants } from '../../lib/plants/plant-store.ts';
import { setLanguage, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ExportOverlay } from './ExportOverlay.tsx';
import { UserAvatar } from './UserAvatar.tsx';

/** The signed-in user, language, settings and sign-out. */
export function UserMenu(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const language = usePreferences((preferences) => preferences.language);
  const hasSystemLog = usePlants(isSystemLogReader) || user?.admin === true;
  const hasUnsent = useWaitingDecisions(({ list }) => countUnsent(list) > 0);
  const [isAsking, setAsking] = useState(false);
  const signOut = (): void => void navigate({ to: '/logout' });
  if (user === null) return null;
  const name = user.fullname === '' ? user.username : user.fullname;
  return (
    <>
      {/* It stands in every page and comes late: so does what exports need there. */}
      <ExportOverlay />
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <UnstyledButton>
            <UserAvatar />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{name}</Menu.Label>
          <Menu.Item leftSection={<Icon name="gear" />} onClick={() => void navigate({ to: '/settings/{-$section}' })}>
            {t('shell:user.settings')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="document" />} onClick={() => void navigate({ to: '/client-logs' })}>
            {t('pages:title.clientLogs')}
          </Menu.Item>
          {hasSystemLog && (
            <Menu.Item leftSection={<Icon name="pulse" />} onClick={() => void navigate({ to: '/system-logs' })}>
              {t('pages:title.systemLogs')}
            </Menu.Item>
          )}
          <Menu.Item
            lang={language === 'it' ? 'en' : 'it'}
            onClick={() => setLanguage(language === 'it' ? 'en' : 'it')}
          >
            {t(language === 'it' ? 'shell:language.en' : 'shell:language.it')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="logout" />} onClick={hasUnsent ? () => setAsking(true) : signOut}>
            {t('shell:user.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && <SignOutDialog onSignOut={signOut} onClose={() => setAsking(false)} />}
    </>
  );
}

const isSystemLogReader = ({ plants }: PlantsState): boolean =>
  [...plants.values()].some(({ login }) => login !== null && canReadSystemLog(login.user));
