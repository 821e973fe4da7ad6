import { Button, Group, Modal } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { openSecondScreen } from '../../lib/second-screen/open-second-screen.ts';
import { useSecondScreen } from '../../lib/second-screen/second-screen.store.ts';

/** Says that the browser did not allow the window, and what to do. */
export function BlockedDialog(): ReactElement {
  const t = useT();
  const view = useSecondScreen((second) => second.view);
  const dismiss = (): void => useSecondScreen.setState({ isBlocked: false });
  return (
    <Modal
      opened
      onClose={dismiss}
      title={t('secondScreen:menu')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p>{t('secondScreen:blocked')}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={dismiss}>
          {t('common:close')}
        </Button>
        <Button onClick={() => void openSecondScreen(view)}>{t('common:retry')}</Button>
      </Group>
    </Modal>
  );
}
