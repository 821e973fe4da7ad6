import { Button } from '@mantine/core';
import { canManageGroups } from '@varco/domain/policy/plant-permissions.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useStore } from 'zustand';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import adminStyles from '../PlantAdmin.module.css';
import { type AdminPlant, PlantAdminLayout } from '../PlantAdminLayout.tsx';
import { setAdministeredPlant } from '../../../lib/plants/administered-plant.ts';
import { CheckStep } from './CheckStep.tsx';
import { FaultNotice } from './FaultNotice.tsx';
import { FilePicker } from './FilePicker.tsx';
import { FormStep } from './FormStep.tsx';
import { getImportController, type ImportController } from './import-controller.ts';
import type { ImportState } from './import-state.ts';
import { ResultStep } from './ResultStep.tsx';

/** /peer/import: files of other systems' reads, for the administrators of a plant. */
export function ImportScreen(): ReactElement {
  const t = useT();
  return (
    // The right of groups is that of the administrators of a plant.
    <PlantAdminLayout mayManage={canManageGroups} noPlantText={t('fileImport:noPlantText')}>
      {(plant, choice) => <PlantImport key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

function PlantImport({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const controller = getImportController(plant.peerId);
  const state = useStore(controller.store);
  const canChooseOther = state.step === 'form' || state.step === 'done';
  return (
    <div className={adminStyles.page} id="results">
      <p className={adminStyles.intro}>{t('fileImport:intro')}</p>
      <div className={adminStyles.bar}>
        {choice}
        {state.file !== null && state.step !== 'choose' && <strong>{state.file.name}</strong>}
        <span className={adminStyles.grow} />
        {canChooseOther && (
          <Button variant="default" onClick={controller.close}>
            {t(state.step === 'done' ? 'fileImport:done.again' : 'fileImport:chooseOther')}
          </Button>
        )}
      </div>
      {state.fault !== null && <FaultNotice fault={state.fault} />}
      <Step plant={plant} state={state} controller={controller} />
    </div>
  );
}

function Step(props: { plant: AdminPlant; state: ImportState; controller: ImportController }): ReactElement {
  const { plant, state, controller } = props;
  const t = useT();
  const language = useLanguage();
  const { step, file } = state;
  if (step === 'choose') {
    const choose = (file: File): void => {
      // Another plant that signs in later must not take the place of this one.
      setAdministeredPlant(plant.peerId);
      controller.choose(file);
    };
    return <FilePicker onFile={choose} />;
  }

  if (step === 'reading' && file !== null) {
    const percent = formatInteger(Math.floor((100 * state.readBytes) / Math.max(1, file.size)), language);
    return <WaitingLine>{t('fileImport:readingFile', { name: file.name, percent })}</WaitingLine>;
  }
  if (step === 'form') return <FormStep state={state} controller={controller} />;
  if (step === 'checking') return <CheckStep state={state} controller={controller} />;
  return <ResultStep peerId={plant.peerId} state={state} controller={controller} />;
}
