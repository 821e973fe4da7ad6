import { Button, FileButton, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { useT } from '../../lib/i18n.tsx';
import { saveTextFile } from '../../lib/save-file.ts';
import { importVaultCopy, exportVaultCopy } from '../../lib/session/vault-copy.ts';
import { useVault } from '../../lib/session/vault-store.ts';
import styles from './Settings.module.css';
import { EMPTY_RECOVERY, toVaultOpener } from './vault-recovery.ts';

/** Downloads the encrypted credentials as a file and restores them from one. */
export function VaultFilePanel(): ReactElement {
  const t = useT();
  const vault = useVault((state) => state.vault);
  const save = (): void => {
    const text = exportVaultCopy();
    if (text !== null) saveTextFile(t('settings:vault.fileName', { date: toRomeDay(now()) }), text, 'application/json');
  };
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{t('settings:vault.title')}</h2>
      <p className={styles.hint}>{t('settings:vault.intro')}</p>
      {vault?.isReadOnly === true && <Notice tone="al">{t('settings:vault.readOnly')}</Notice>}
      {vault === null ? (
        <Notice tone="in">{t('settings:vault.nothing')}</Notice>
      ) : (
        <div>
          <Button variant="default" onClick={save}>
            {t('settings:vault.export')}
          </Button>
        </div>
      )}
      {vault !== null && !vault.isReadOnly && <VaultRestoreForm />}
    </section>
  );
}

function VaultRestoreForm(): ReactElement {
  const t = useT();
  const [file, setFile] = useState<File | null>(null);
  const [{ by, secret }, setOpener] = useState({ by: EMPTY_RECOVERY.by, secret: '' });
  const restore = useMutation({
    mutationFn: async (chosen: File) =>
      importVaultCopy(await chosen.text(), toVaultOpener({ by, secret, present: '' })),
    onSuccess: (result) => {
      if (result.ok) setOpener({ by, secret: '' });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (file !== null && secret !== '') restore.mutate(file);
  };
  const Secret = by === 'key' ? TextInput : PasswordInput;
  const outcome = restore.data;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2 className={styles.heading}>{t('settings:vault.restore')}</h2>
      <p className={styles.hint}>{t('settings:vault.restoreText')}</p>
      <FileButton accept="application/json,.json" onChange={setFile}>
        {(button) => (
          <Button {...button} variant="default">
            {file === null ? t('settings:vault.choose') : t('settings:vault.chosen', { name: file.name })}
          </Button>
        )}
      </FileButton>
      <SegmentedControl
        aria-label={t('settings:vault.by')}
        value={by}
        onChange={(value) => setOpener({ by: value === 'key' ? 'key' : 'password', secret: '' })}
        data={[
          { value: 'key', label: t('settings:vault.byKey') },
          { value: 'password', label: t('settings:vault.byPassword') },
        ]}
      />
      <Secret
        name="secret"
        label={t(by === 'key' ? 'settings:vault.byKey' : 'settings:vault.byPassword')}
        autoComplete="off"
        value={secret}
        onChange={(event) => setOpener({ by, secret: event.currentTarget.value })}
      />
      <Button type="submit" loading={restore.isPending} disabled={file === null || secret === ''}>
        {t('settings:vault.submit')}
      </Button>
      {outcome?.ok === true && <Notice tone="ok">{t('settings:vault.done', { count: outcome.value })}</Notice>}
      {(restore.isError || outcome?.ok === false) && (
        <Notice tone="al" isUrgent>
          {t(`settings:vault.error.${outcome?.ok === false ? outcome.reason : 'failed'}`)}
        </Notice>
      )}
    </form>
  );
}
