import { useMutation } from '@tanstack/react-query';
import type { Gate } from '@varco/contract/plant/gates.ts';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { EMPTY_GATE_TEXTS, toGateTexts, validateGateTexts } from '../../../widgets/gate-form/gate-form.ts';
import { GateFields } from '../../../widgets/gate-form/GateFields.tsx';
import type { PlantGate } from '../../../widgets/map/gate-overlay.ts';
import { FormDialog } from '../FormDialog.tsx';
import type { AdminPlant } from '../PlantAdminLayout.tsx';
import { GatePositionMap } from './GatePositionMap.tsx';
import styles from './Gates.module.css';
import { saveGate } from './gates.api.ts';

/** Form of a gate with a map, where a click or a drag sets its position. `before` null: a new gate. */
export function GateDialog(props: {
  plant: AdminPlant;
  before: Gate | null;
  gates: readonly PlantGate[];
  onSaved: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, before, gates, onSaved, onClose } = props;
  const [texts, setTexts] = useState(() => (before === null ? EMPTY_GATE_TEXTS : toGateTexts(before)));
  const change = (part: Partial<typeof texts>): void => setTexts((now) => ({ ...now, ...part }));
  const save = useMutation({
    mutationFn: () => saveGate(plant.peerId, before, texts),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const faults = validateGateTexts(texts);
  // An empty form says nothing about its name until something was typed.
  const shownFaults = before === null && texts.fullname === '' ? faults.filter((fault) => fault !== 'name') : faults;
  return (
    <FormDialog
      title={before === null ? t('plantAdmin:gates.add') : t('maps:plants.edit', { gate: before.fullname })}
      size={960}
      canSave={faults.length === 0 && !save.isPending}
      isSaving={save.isPending}
      error={save.error}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <div className={styles.fields}>
          <GateFields
            texts={texts}
            faults={shownFaults}
            change={change}
            positionHint={t('plantAdmin:gates.positionHint')}
          />
        </div>
        <GatePositionMap gates={gates} edited={before} peerId={plant.peerId} texts={texts} onChange={change} />
      </div>
    </FormDialog>
  );
}
