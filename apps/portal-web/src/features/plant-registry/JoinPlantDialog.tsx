import { Checkbox, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JoiningPreview } from '@varco/contract/portal/joining.ts';
import { parseJoiningCode } from '@varco/domain/joining/joining-code.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { formatCodeFault, formatJoiningFault } from './join-fault.ts';
import { checkCode, joinPlant, registryQuery } from './registry.api.ts';

/** Takes a plant into the registry by its joining code: paste, call, compare, accept (ADR 0036). */
export function JoinPlantDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const [confirmsChange, setConfirms] = useState(false);
  const check = useMutation({ mutationFn: () => checkCode(code) });
  const join = useMutation({
    mutationFn: (preview: JoiningPreview) => joinPlant(code, preview.plant_fingerprint, confirmsChange),
    onSuccess: async () => {
      await client.invalidateQueries(registryQuery);
      onClose();
    },
  });
  const preview = check.data;
  const failure = join.error ?? check.error;
  const needsConsent = preview?.known != null && (preview.known.address !== null || preview.known.fingerprint !== null);
  const change = (text: string): void => {
    setCode(text);
    check.reset();
    join.reset();
    setConfirms(false);
  };
  return (
    <SaveDialog
      title={t('plants:registry.add')}
      size="wide"
      error={failure === null ? null : formatJoiningFault(t, failure)}
      saveLabel={t(preview === undefined ? 'plants:registry.join.check' : 'plants:registry.join.accept')}
      canSave={preview === undefined ? parseJoiningCode(code).ok : !needsConsent || confirmsChange}
      isSaving={check.isPending || join.isPending}
      onSave={() => (preview === undefined ? check.mutate() : join.mutate(preview))}
      onClose={onClose}
    >
      <CodeField code={code} onCode={change} />
      {preview !== undefined && <Comparison preview={preview} />}
      {needsConsent && (
        <Checkbox
          label={t('plants:registry.join.confirm')}
          checked={confirmsChange}
          onChange={(event) => setConfirms(event.currentTarget.checked)}
        />
      )}
    </SaveDialog>
  );
}

/** The code, and at once what is wrong with it or whose it says it is. */
function CodeField({ code, onCode }: { code: string; onCode: (code: string) => void }): ReactElement {
  const t = useT();
  const parsed = parseJoiningCode(code);
  return (
    <>
      <Textarea
        label={t('plants:registry.join.code')}
        description={t('plants:registry.join.codeHint')}
        required
        autosize
        minRows={3}
        maxLength={1_000}
        spellCheck={false}
        autoComplete="off"
        value={code}
        error={code === '' ? null : formatCodeFault(t, code, parsed)}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
      {parsed.ok && <p>{t('plants:registry.join.says', { name: parsed.code.name, address: parsed.code.address })}</p>}
    </>
  );
}

/** What the two administrators compare. */
function Comparison({ preview }: { preview: JoiningPreview }): ReactElement {
  const t = useT();
  return (
    <>
      <Notice tone="in">{t('plants:registry.join.compare')}</Notice>
      <KeyValueList
        labelWidth={200}
        items={[
          { key: 'plant', label: t('plants:registry.join.plant'), value: preview.label },
          { key: 'address', label: t('plants:registry.join.address'), value: preview.address },
          {
            key: 'plantFingerprint',
            label: t('plants:registry.join.plantFingerprint'),
            value: <b>{preview.plant_fingerprint}</b>,
          },
          {
            key: 'portalFingerprint',
            label: t('plants:registry.join.portalFingerprint'),
            value: <b>{preview.portal_fingerprint}</b>,
          },
          { key: 'expires', label: t('plants:registry.join.expires'), value: formatDateTime(preview.expires) },
        ]}
      />
      {preview.known !== null && <Changes known={preview.known} />}
    </>
  );
}

/** What joining replaces in the registry. */
function Changes({ known }: { known: NonNullable<JoiningPreview['known']> }): ReactElement {
  const t = useT();
  const { label: plant, address, fingerprint, is_key_proven: isProven } = known;
  return (
    <>
      {address === null && fingerprint === null && (
        <Notice tone="in">{t('plants:registry.join.again', { plant })}</Notice>
      )}
      {address !== null && <Notice tone="wa">{t('plants:registry.join.newAddress', { plant, address })}</Notice>}
      {fingerprint !== null && (
        <Notice tone={isProven ? 'wa' : 'al'} isUrgent={!isProven}>
          {t(isProven ? 'plants:registry.join.provenKey' : 'plants:registry.join.newKey', { plant, fingerprint })}
        </Notice>
      )}
    </>
  );
}
