import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { PlantSettingsView } from '@varco/contract/plant/settings.ts';
import type { SettingsPart } from './settings-part.ts';
import { settingsQuery } from './settings.api.ts';

/**
 * Saves a form of the settings: the page shows what the plant answers, and the dialog closes. After a refusal the page reads
 * the settings anew, because somebody may have changed them; the form keeps what was typed.
 */
export function useSettingSave<Draft>(
  { plant, onSaved }: Pick<SettingsPart, 'plant' | 'onSaved'>,
  save: (draft: Draft) => Promise<PlantSettingsView>,
  onClose: () => void,
): UseMutationResult<PlantSettingsView, Error, Draft> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      onSaved(saved);
      onClose();
    },
    onError: () => client.invalidateQueries({ queryKey: settingsQuery(plant.peerId).queryKey }),
  });
}
