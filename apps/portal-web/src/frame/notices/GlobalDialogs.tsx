import { Button, Group, Modal } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { CLIENT_VERSION } from '../../lib/api/client-version.ts';
import { useT } from '../../lib/i18n.tsx';
import { closePopup, usePopups } from '../../lib/notices/popup.store.ts';
import { reloadFresh } from '../../lib/page-load-errors.ts';
import { declineVersion } from '../../lib/version-watch.ts';

/** P 8: dialogs that can open over any screen. Loaded when the first of them is needed. */
export function GlobalDialogs(): ReactElement {
  return (
    <>
      <ErrorDialog />
      <ServicesDialog />
      <ModuleDialog />
      <ForbiddenDialog />
      <NewVersionDialog />
    </>
  );
}

function Notice(props: { title: string; onClose: () => void; children: ReactNode; actions: ReactNode }): ReactElement {
  const t = useT();
  return (
    <Modal opened onClose={props.onClose} title={props.title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <p>{props.children}</p>
      <Group justify="flex-end" mt="md">
        {props.actions}
      </Group>
    </Modal>
  );
}

function ErrorDialog(): ReactElement | null {
  const t = useT();
  const error = usePopups((popups) => popups.error);
  if (error === null) return null;
  const close = (): void => closePopup('error');
  return (
    <Notice title={error.title} onClose={close} actions={<Button onClick={close}>{t('common:close')}</Button>}>
      {error.text}
    </Notice>
  );
}

function ServicesDialog(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const plant = usePopups((popups) => popups.services);
  if (plant === null) return null;
  const close = (): void => closePopup('services');
  const go = (): void => {
    close();
    void navigate({ to: '/credentials' });
  };
  return (
    <Notice
      title={t('notices:servicesTitle')}
      onClose={close}
      actions={
        <>
          <Button variant="default" onClick={close}>
            {t('common:close')}
          </Button>
          <Button onClick={go}>{t('notices:toCredentials')}</Button>
        </>
      }
    >
      {t('notices:servicesText', { plant })}
    </Notice>
  );
}

function ModuleDialog(): ReactElement | null {
  const t = useT();
  const plant = usePopups((popups) => popups.missingModule);
  if (plant === null) return null;
  const close = (): void => closePopup('missingModule');
  return (
    <Notice
      title={t('notices:moduleTitle')}
      onClose={close}
      actions={<Button onClick={close}>{t('common:close')}</Button>}
    >
      <strong>{t('notices:moduleMissing')}</strong>
      <br />
      {t('notices:moduleText', { plant })}
    </Notice>
  );
}

/** UIE-08, T 2.10: the requested page needs a right the user does not have. */
function ForbiddenDialog(): ReactElement | null {
  const t = useT();
  const isShown = usePopups((popups) => popups.isForbidden);
  useCloseOnNextPage('isForbidden', isShown);
  if (!isShown) return null;
  const close = (): void => closePopup('isForbidden');
  return (
    <Notice
      title={t('notices:forbiddenTitle')}
      onClose={close}
      actions={<Button onClick={close}>{t('common:close')}</Button>}
    >
      {t('notices:forbiddenText')}
    </Notice>
  );
}

/**
 * Closes a dialog about a page when the person goes on to another, by the history of the browser or a key. The page it
 * opens over is the one on which the redirect of the refused page ends: until that has loaded there is none yet.
 */
function useCloseOnNextPage(name: Parameters<typeof closePopup>[0], isShown: boolean): void {
  const openedOver = useRef<string | null>(null);
  const loaded = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      !isLoading && location.pathname === resolvedLocation?.pathname ? location.pathname : null,
  });
  useEffect(() => {
    if (!isShown) openedOver.current = null;
    else if (loaded !== null) {
      openedOver.current ??= loaded;
      if (openedOver.current !== loaded) closePopup(name);
    }
  }, [name, isShown, loaded]);
}

function NewVersionDialog(): ReactElement | null {
  const t = useT();
  const version = usePopups((popups) => popups.newVersion);
  if (version === null) return null;
  return (
    <Notice
      title={t('notices:updateTitle')}
      onClose={declineVersion}
      actions={
        <>
          <Button variant="default" onClick={declineVersion}>
            {t('notices:keep')}
          </Button>
          <Button onClick={reloadFresh}>{t('notices:update')}</Button>
        </>
      }
    >
      {t('notices:updateText', { version, current: CLIENT_VERSION })}
    </Notice>
  );
}
