import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { SavedExport } from '@varco/contract/portal/saved-export.ts';
import type { OperationStatus } from '@varco/domain/exports/export-status.ts';
import { MAX_EXPORT_NOTES_LENGTH } from '@varco/domain/exports/saved-exports.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { deriveZipPassword } from '@varco/vault/export-key.ts';
import { type ReactElement, useEffect, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { translate } from '../../lib/translate.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { DirectDialog } from './DirectExportDialog.tsx';
import { getExportKey } from './export-keys.ts';
import { notifyExportFault } from './export-faults.ts';
import { cancelExport, downloadExport, EXPORTS_KEY, removeExport, renameExport } from './exports.api.ts';
import styles from './Exports.module.css';

type OpenDialog = 'password' | 'rename' | 'cancel' | 'remove' | 'direct';
const NOTICE_DURATION_MS = 5_000;

/** EXP-06: actions available on a saved export. */
export function ExportActions(props: { saved: SavedExport; name: string; status: OperationStatus }): ReactElement {
  const t = useT();
  const { saved, name, status } = props;
  const [requested, setRequested] = useState<OpenDialog | null>(null);
  const close = (): void => setRequested(null);
  const hasFile = saved.file_size !== null && saved.key_matches;
  const isRunning = status === 1 || status === 2;
  return (
    <div className={styles.actions}>
      {hasFile && (
        <Button
          leftSection={<Icon name="download" />}
          aria-label={t('exports:action.downloadName', { name })}
          onClick={() => void downloadExport(saved.id).catch(notifyExportFault)}
        >
          {t('exports:action.download')}
        </Button>
      )}
      {saved.direct_export_config === null && saved.key_matches && getExportKey() !== null && (
        <ActionButton icon="key" text="password" name={name} onPress={() => setRequested('password')} />
      )}
      {saved.direct_export_config !== null && (
        <ActionButton icon="key" text="showDirect" name={name} onPress={() => setRequested('direct')} />
      )}
      <ActionButton icon="edit" text="rename" name={name} onPress={() => setRequested('rename')} />
      {isRunning && <ActionButton icon="ban" text="cancel" name={name} onPress={() => setRequested('cancel')} />}
      <ActionButton icon="trash" text="remove" name={name} onPress={() => setRequested('remove')} />
      {requested === 'password' && <PasswordDialog saved={saved} name={name} onClose={close} />}
      {requested === 'rename' && <RenameDialog saved={saved} name={name} onClose={close} />}
      {requested === 'cancel' && (
        <ConfirmDialog text="cancel" name={name} work={() => cancelExport(saved.id)} onClose={close} />
      )}
      {requested === 'remove' && (
        <ConfirmDialog text="remove" name={name} work={() => removeExport(saved.id)} onClose={close} />
      )}
      {requested === 'direct' && <DirectDialog work={{ kind: 'saved', key: getExportKey(), saved }} onClose={close} />}
    </div>
  );
}

function ActionButton(props: {
  icon: 'key' | 'edit' | 'ban' | 'trash';
  text: 'password' | 'showDirect' | 'rename' | 'cancel' | 'remove';
  name: string;
  onPress: () => void;
}): ReactElement {
  const t = useT();
  const { icon, text, name } = props;
  return (
    <Button
      variant="default"
      leftSection={<Icon name={icon} />}
      aria-label={t(`exports:action.${text}Name`, { name })}
      onClick={props.onPress}
    >
      {t(`exports:action.${text}`)}
    </Button>
  );
}

/** Shows the password of this file, derived from the owner's key in this browser. */
function PasswordDialog(props: { saved: SavedExport; name: string; onClose: () => void }): ReactElement {
  const t = useT();
  const { saved, name, onClose } = props;
  const [password, setPassword] = useState('');
  useEffect(() => {
    const key = getExportKey();
    if (key !== null) void deriveZipPassword(key, saved.id).then(setPassword);
  }, [saved.id]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(password);
    notify({ text: translate('exports:action.copied'), type: 'success', timeout: NOTICE_DURATION_MS, link: null });
  };
  return (
    <FormDialog
      title={t('exports:action.passwordName', { name })}
      description={t('exports:passwordText')}
      labels={{ submit: t('exports:action.copyPassword'), cancel: t('common:close'), close: t('common:close') }}
      onSubmit={() => void copy()}
      onClose={onClose}
    >
      <output className={styles.password}>{password}</output>
    </FormDialog>
  );
}

/** Runs an action, reloads the list and closes the dialog. A failure is notified and leaves the dialog open. */
function useExportAction(onClose: () => void): {
  isRunning: boolean;
  run: (work: () => Promise<unknown>) => Promise<void>;
} {
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setRunning(true);
    try {
      await work();
      await client.invalidateQueries({ queryKey: EXPORTS_KEY });
      onClose();
    } catch (error) {
      notifyExportFault(error);
      setRunning(false);
    }
  };
  return { isRunning, run };
}

function RenameDialog(props: { saved: SavedExport; name: string; onClose: () => void }): ReactElement {
  const t = useT();
  const { saved, name, onClose } = props;
  const form = useForm({ initialValues: { notes: saved.notes } });
  const { isRunning, run } = useExportAction(onClose);
  return (
    <SaveDialog
      title={t('exports:action.renameName', { name })}
      canSave
      isSaving={isRunning}
      onSave={() => void run(() => renameExport(saved.id, form.values.notes))}
      onClose={onClose}
    >
      <Textarea
        label={t('exports:dialog.notes')}
        maxLength={MAX_EXPORT_NOTES_LENGTH}
        autosize
        minRows={3}
        {...form.getInputProps('notes')}
      />
    </SaveDialog>
  );
}

function ConfirmDialog(props: {
  text: 'cancel' | 'remove';
  name: string;
  work: () => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { text, name, work, onClose } = props;
  const { isRunning, run } = useExportAction(onClose);
  return (
    <FormDialog
      title={t(`exports:action.${text}Name`, { name })}
      size="small"
      description={t(`exports:${text}Text`)}
      labels={{ submit: t(`exports:action.${text}`), cancel: t('exports:action.back'), close: t('common:close') }}
      isBusy={isRunning}
      isDestructive
      onSubmit={() => void run(work)}
      onClose={onClose}
    />
  );
}
