import { Select, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MAX_HANDOVER_NOTE } from '@varco/contract/plant/handovers.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults } from '../../lib/plants/plant-faults.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { giveOnPlants, type PlantGiving } from './handover.api.ts';
import { type Colleague, getItemKey, mergeColleagues, type PlantItem } from './handover-parts.ts';
import type { OpenPlant } from './use-handovers.ts';

/** Value of the choice for whoever takes the next shift. */
const NEXT_SHIFT = 'next';

interface GiveDialogProps {
  /** The same while it is repeated, also after the dialog was closed. */
  batch: string;
  plants: readonly OpenPlant[];
  missing: readonly string[];
  items: readonly PlantItem[];
  notes: ReadonlyMap<string, string>;
  /** After plants recorded it; `isDone`: all of them did. */
  onGiven: (isDone: boolean) => void;
  onClose: () => void;
}

/** To whom, the general note, and a summary of what is handed over. Repeats only where it failed. */
export function GiveDialog(props: GiveDialogProps): ReactElement {
  const t = useT();
  const { missing, onClose } = props;
  const [to, setTo] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const colleagues = mergeColleagues(props.plants.map(({ peerId, open }) => ({ peerId, colleagues: open.colleghi })));
  const chosen = colleagues.find(({ key }) => key === to) ?? null;
  const plants = listTaking(props.plants, chosen);
  const { give, isRepeated } = useGiving({ ...props, plants }, chosen, note.trim());
  const unknown = chosen === null ? [] : plants.filter(({ peerId }) => !chosen.accounts.has(peerId));
  return (
    <SaveDialog
      title={t('handover:dialog.title')}
      saveLabel={t(isRepeated ? 'handover:dialog.repeat' : 'handover:dialog.send')}
      canSave={to !== null && plants.length > 0}
      hint={to === null ? t('handover:dialog.choose') : null}
      isSaving={give.isPending}
      error={give.error?.message ?? null}
      onSave={() => give.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('handover:dialog.to')}
        data={[
          { value: NEXT_SHIFT, label: t('handover:nextShiftChoice') },
          ...colleagues.map(({ key, name, username }) => ({
            value: key,
            label: name === username ? name : `${name} (${username})`,
          })),
        ]}
        searchable
        selectFirstOptionOnChange
        value={to}
        onChange={setTo}
      />
      <Textarea
        label={t('handover:dialog.note')}
        description={t('handover:dialog.noteHint')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_HANDOVER_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Summary {...props} plants={plants} />
      {unknown.length > 0 && chosen !== null && (
        <Notice tone="in">
          {t('handover:dialog.notKnown', { name: chosen.name, plants: unknown.map(({ name }) => name).join(', ') })}
        </Notice>
      )}
      {missing.length > 0 && <Notice tone="wa">{t('handover:dialog.missing', { plants: missing.join(', ') })}</Notice>}
    </SaveDialog>
  );
}

/** Plants that get a record: where the colleague has no account, only those with something open. */
const listTaking = (plants: readonly OpenPlant[], to: Colleague | null): readonly OpenPlant[] =>
  plants.filter(({ peerId, open }) => to === null || to.accounts.has(peerId) || open.voci.length > 0);

/** Hands over on the plants that are left; the error says plant by plant what failed. */
function useGiving(props: GiveDialogProps, to: Colleague | null, note: string) {
  const t = useT();
  const { batch, plants, missing, items, notes, onGiven } = props;
  const [left, setLeft] = useState<ReadonlySet<number> | null>(null);
  const give = useMutation({
    mutationFn: async () => {
      const parts = plants
        .filter(({ peerId }) => left === null || left.has(peerId))
        .map(({ peerId }) => buildPlantGiving(peerId, to, items, notes));
      const faults = await giveOnPlants(parts, { batch, note, plants: plants.map(({ name }) => name), missing });
      setLeft(new Set(faults.map(({ peerId }) => peerId)));
      onGiven(faults.length === 0);
      const nameOf = (peerId: number): string => plants.find((plant) => plant.peerId === peerId)?.name ?? '';
      if (faults.length > 0) throw new Error(formatFaults(faults, nameOf, t));
    },
  });
  return { give, isRepeated: left !== null };
}

function buildPlantGiving(
  peerId: number,
  to: Colleague | null,
  items: readonly PlantItem[],
  notes: ReadonlyMap<string, string>,
): PlantGiving {
  const noted = items.flatMap((of) => {
    const nota = of.peerId === peerId ? (notes.get(getItemKey(of))?.trim() ?? '') : '';
    return nota === '' ? [] : [{ tipo: of.item.tipo, id: of.item.id, nota }];
  });
  return { peerId, to: to?.accounts.get(peerId) ?? null, notes: noted };
}

function Summary({ plants, items, notes }: GiveDialogProps): ReactElement {
  const t = useT();
  const passing = items.filter(({ item }) => item.passa && item.tipo === 'alert').length;
  const noted = items.filter((of) => (notes.get(getItemKey(of))?.trim() ?? '') !== '').length;
  return (
    <KeyValueList
      items={[
        { key: 'plants', label: t('handover:dialog.plants'), value: plants.map(({ name }) => name).join(', ') },
        {
          key: 'items',
          label: t('handover:dialog.summary'),
          value: [
            t('handover:dialog.items', { count: items.length }),
            t('handover:dialog.passing', { count: passing }),
            t('handover:dialog.noted', { count: noted }),
          ].join(' · '),
        },
      ]}
    />
  );
}
