import { Button, CopyButton, Modal } from '@mantine/core';
import type { CameraFamily, CameraWithKey } from '@varco/contract/plant/camera-intake.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import adminStyles from '../PlantAdmin.module.css';
import { nameFamily } from './camera-columns.tsx';
import styles from './Cameras.module.css';

/** What to type into the page of a camera, with its key, which is shown this once. */
export function CameraSetupDialog(props: {
  made: CameraWithKey;
  families: readonly CameraFamily[];
  onWatch: () => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { made, families } = props;
  const { camera, chiave, indirizzo, indirizzo_base: base, utente } = made;
  const family = families.find(({ id }) => id === camera.famiglia);
  /** The vendor's own label behind ours. */
  const label = (own: string, theirs: string | null | undefined): string =>
    theirs === null || theirs === undefined ? own : `${own} (${theirs})`;
  const plain = [
    { key: 'family', label: t('cameraIntake:setup.family'), value: nameFamily(t, families, camera.famiglia) },
    ...(family === undefined ? [] : [{ key: 'page', label: t('cameraIntake:setup.page'), value: family.pagina }]),
    ...(family?.formato === null || family?.formato === undefined
      ? []
      : [{ key: 'format', label: t('cameraIntake:setup.format'), value: family.formato }]),
  ];
  const typed = [
    { key: 'address', label: label(t('cameraIntake:setup.address'), family?.indirizzo), text: indirizzo },
    { key: 'base', label: t('cameraIntake:setup.base'), text: base },
    { key: 'user', label: label(t('cameraIntake:setup.user'), family?.utente), text: utente },
    { key: 'key', label: label(t('cameraIntake:setup.key'), family?.chiave), text: chiave },
    ...(family?.modello === null || family?.modello === undefined
      ? []
      : [{ key: 'template', label: t('cameraIntake:setup.template'), text: family.modello }]),
  ];
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="min(720px, 96vw)"
      title={t('cameraIntake:setup.title', { name: camera.nome })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={adminStyles.column}>
        <Notice tone="wa">{t('cameraIntake:setup.once')}</Notice>
        <p>{t('cameraIntake:setup.how')}</p>
        <KeyValueList items={plain} />
        <KeyValueList
          items={typed.map(({ key, label: name, text }) => ({
            key,
            label: name,
            value: <Copied text={text} name={name} />,
          }))}
        />
        <p className={adminStyles.quiet}>{t('cameraIntake:setup.which')}</p>
        <div className={adminStyles.actions}>
          <Button variant="default" onClick={props.onClose}>
            {t('cameraIntake:setup.done')}
          </Button>
          <Button data-autofocus onClick={props.onWatch}>
            {t('cameraIntake:setup.watch')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Copied({ text, name }: { text: string; name: string }): ReactElement {
  const t = useT();
  return (
    <span className={styles.copied}>
      <code className={styles.typed}>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('cameraIntake:setup.copyOne', { name })}
            onClick={copy}
          >
            {t(copied ? 'cameraIntake:setup.copied' : 'cameraIntake:setup.copy')}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}
