import { Button, CopyButton, Modal } from '@mantine/core';
import type { CameraFamily, CameraWithKey } from '@varco/contract/plant/camera-intake.ts';
import type { ReceptionView } from '@varco/contract/plant/camera-reception.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
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
  const { camera } = made;
  const family = families.find(({ id }) => id === camera.famiglia);
  const plain = [
    { key: 'family', label: t('cameraIntake:setup.family'), value: nameFamily(t, families, camera.famiglia) },
    ...(family === undefined ? [] : [{ key: 'page', label: t('cameraIntake:setup.page'), value: family.pagina }]),
    ...(family?.formato === null || family?.formato === undefined
      ? []
      : [{ key: 'format', label: t('cameraIntake:setup.format'), value: family.formato }]),
  ];
  const { tipo } = camera.ricezione;
  const typed = listTyped(t, made, family);
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="min(720px, 96vw)"
      title={t('cameraIntake:setup.title', { name: camera.nome })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={adminStyles.column}>
        {tipo === 'http' && <Notice tone="wa">{t('cameraIntake:setup.once')}</Notice>}
        <p>{t(tipo === 'http' ? 'cameraIntake:setup.how' : `cameraIntake:setup.${tipo}How`)}</p>
        <KeyValueList items={plain} />
        <KeyValueList
          items={typed.map(({ key, label: name, text }) => ({
            key,
            label: name,
            value: <Copied text={text} name={name} />,
          }))}
        />
        {tipo === 'http' && <p className={adminStyles.quiet}>{t('cameraIntake:setup.which')}</p>}
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

type Typed = readonly { readonly key: string; readonly label: string; readonly text: string }[];

/** What to type into the page of the camera. */
function listTyped(t: Translate, made: CameraWithKey, family: CameraFamily | undefined): Typed {
  const { camera, chiave, indirizzo, indirizzo_base: base, utente } = made;
  if (camera.ricezione.tipo !== 'http') return describeReception(t, camera.ricezione, base);
  /** The vendor's own label behind ours. */
  const label = (own: string, theirs: string | null | undefined): string =>
    theirs === null || theirs === undefined ? own : `${own} (${theirs})`;
  return [
    { key: 'address', label: label(t('cameraIntake:setup.address'), family?.indirizzo), text: indirizzo },
    { key: 'base', label: t('cameraIntake:setup.base'), text: base },
    { key: 'user', label: label(t('cameraIntake:setup.user'), family?.utente), text: utente },
    { key: 'key', label: label(t('cameraIntake:setup.key'), family?.chiave), text: chiave },
    ...(family?.modello === null || family?.modello === undefined
      ? []
      : [{ key: 'template', label: t('cameraIntake:setup.template'), text: family.modello }]),
  ];
}

/** What to type where for a camera that does not call the plant by HTTP. `base`: address of the plant. */
function describeReception(t: Translate, reception: ReceptionView, base: string): Typed {
  switch (reception.tipo) {
    case 'http':
      return [];
    case 'tcp':
      return [
        { key: 'host', label: t('cameraIntake:setup.host'), text: new URL(base).hostname },
        { key: 'port', label: t('cameraIntake:reception.port'), text: String(reception.porta) },
      ];
    case 'cartella':
      return [{ key: 'folder', label: t('cameraIntake:setup.folder'), text: reception.percorso }];
    case 'mqtt':
      return [
        { key: 'broker', label: t('cameraIntake:reception.address'), text: reception.indirizzo },
        { key: 'topic', label: t('cameraIntake:reception.topic'), text: reception.argomento },
      ];
    case 'flusso':
    case 'onvif':
      return [{ key: 'stream', label: t('cameraIntake:reception.address'), text: reception.indirizzo }];
  }
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
