import { Button, Checkbox } from '@mantine/core';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { saveTextFile } from '../../../lib/save-file.ts';
import settings from '../Settings.module.css';
import styles from './TwoFactor.module.css';

/** Shows the ten recovery codes once, to be downloaded, printed or written down. */
export function RecoveryCodesPanel(props: {
  codes: readonly string[];
  name: string;
  onKept: () => void;
}): ReactElement {
  const t = useT();
  const { codes, name, onKept: onStored } = props;
  const [isStored, setStored] = useState(false);
  const download = (): void =>
    saveTextFile(
      t('settings:twoFactor.fileName'),
      `${t('settings:twoFactor.fileTitle', { name })}\r\n\r\n${codes.join('\r\n')}\r\n`,
      'text/plain;charset=utf-8',
    );
  return (
    <section className={cx(settings.panel, settings.form)} aria-labelledby="recovery-codes-title">
      <h2 id="recovery-codes-title" className={settings.heading}>
        {t('settings:twoFactor.codesTitle')}
      </h2>
      <p className={settings.hint}>{t('settings:twoFactor.codesText')}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button variant="default" leftSection={<Icon name="download" />} onClick={download}>
          {t('settings:twoFactor.download')}
        </Button>
        <Button variant="default" leftSection={<Icon name="print" />} onClick={() => print()}>
          {t('settings:twoFactor.print')}
        </Button>
      </div>
      <Checkbox
        label={t('settings:twoFactor.kept')}
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Button disabled={!isStored} onClick={onStored}>
        {t('settings:twoFactor.goOn')}
      </Button>
    </section>
  );
}
