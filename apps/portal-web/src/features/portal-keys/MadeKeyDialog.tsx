import { Button, CopyButton, Modal } from '@mantine/core';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './PortalKeys.module.css';
import type { MadeKey } from './portal-keys.api.ts';

/** Shows a new key. It closes by its button only: it cannot be shown again. */
export function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }): ReactElement {
  const t = useT();
  const { key, secret } = made;
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('portalKeys:made.title', { name: key.name })}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={styles.made}>
        <Notice tone="wa">{t('portalKeys:made.once')}</Notice>
        <p className={styles.secret} aria-label={t('portalKeys:made.key')}>
          {secret}
        </p>
        <p className={styles.quiet}>{t(`portalKeys:made.use.${key.type}`)}</p>
        <p className={styles.quiet}>{t('portalKeys:made.until', { at: formatDateMinute(key.expires) })}</p>
        <div className={styles.actions}>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'portalKeys:made.copied' : 'portalKeys:made.copy')}
              </Button>
            )}
          </CopyButton>
          <Button data-autofocus onClick={onClose}>
            {t('portalKeys:made.done')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
