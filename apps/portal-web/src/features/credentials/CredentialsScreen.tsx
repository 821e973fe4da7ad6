import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { movePlant } from '../../lib/plants/edit-plants.ts';
import { verifyAll } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { useVault } from '../../lib/session/vault-store.ts';
import { CredentialDialog } from './CredentialDialog.tsx';
import styles from './CredentialsScreen.module.css';
import { PlantListItem } from './PlantListItem.tsx';
import { PlantPasswordDialog } from './PlantPasswordDialog.tsx';
import { RemovePlantDialog } from './RemovePlantDialog.tsx';
import { useAddPlant } from './use-add-plant.ts';
import { saveProblemKey, useVaultSave } from './use-vault-save.ts';
import { VerifySummaryLine } from './VerifySummaryLine.tsx';

/** Which dialog is open, and for which plant. */
export type OpenDialog = { readonly kind: 'edit' | 'password' | 'remove'; readonly plant: PlantSession } | null;

/** P 2, P 4: the user's plants and credentials: add, verify, edit, switch off, reorder, remove, change a password. */
export function CredentialsScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList();
  const isReadOnly = useVault(({ vault }) => vault?.isReadOnly === true);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const adding = useAddPlant();
  const move = useVaultSave(({ id, step }: { id: string; step: -1 | 1 }) => movePlant(id, step));
  return (
    <div className={styles.page} id="results">
      <div className={styles.inner}>
        <p className={styles.intro}>{t('plants:credentials.intro')}</p>
        <div className={styles.bar}>
          <VerifySummaryLine />
          <Button variant="default" leftSection={<Icon name="refresh" />} onClick={() => void verifyAll()}>
            {t('plants:credentials.verifyAll')}
          </Button>
          <Button leftSection={<Icon name="plus" />} disabled={isReadOnly} onClick={adding.open}>
            {t('plants:credentials.add')}
          </Button>
        </div>
        {isReadOnly && <Notice tone="wa">{t('plants:credentials.readOnly')}</Notice>}
        {adding.pending !== null && (
          <Notice tone="in">{t('plants:credentials.adding', { plant: getPlantLabel(adding.pending) })}</Notice>
        )}
        {move.problem !== null && (
          <Notice tone="al" isUrgent>
            {t(saveProblemKey(move.problem))}
          </Notice>
        )}
        {plants.length === 0 ? (
          <EmptyState icon="key" title={t('plants:credentials.empty')}>
            {t('plants:credentials.emptyText')}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={t('plants:credentials.list')}>
            {plants.map((plant, index) => (
              <PlantListItem
                key={plant.credentialId}
                plant={plant}
                isFirst={index === 0}
                isLast={index === plants.length - 1}
                isLocked={isReadOnly || move.isPending}
                onMove={(step) => move.save({ id: plant.credentialId, step })}
                onDialog={(kind) => setDialog({ kind, plant })}
              />
            ))}
          </ul>
        )}
      </div>
      {adding.form !== null && (
        <CredentialDialog plant={null} adding={adding.form} onAdd={adding.start} onClose={adding.close} />
      )}
      {dialog?.kind === 'edit' && <CredentialDialog plant={dialog.plant} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'password' && <PlantPasswordDialog plant={dialog.plant} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'remove' && <RemovePlantDialog plant={dialog.plant} onClose={() => setDialog(null)} />}
    </div>
  );
}
