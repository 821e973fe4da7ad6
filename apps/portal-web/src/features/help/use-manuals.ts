import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { loadManuals, type Manuals } from './manuals.ts';
import { loadModelCards, type ModelCardTexts } from './model-card-texts.ts';

/** The manuals in the language of the person; null while they are loaded, or when they cannot be. */
export function useManuals(): { readonly manuals: Manuals | null; readonly hasFailed: boolean } {
  const language = usePreferences((preferences) => preferences.language);
  const found = useQuery({
    queryKey: ['manuals', language],
    queryFn: () => loadManuals(language),
    staleTime: Infinity,
  });
  return { manuals: found.data ?? null, hasFailed: found.isError };
}

/** The model cards in the language of the person; null while they are loaded, or when they cannot be. */
export function useModelCards(): { readonly cards: ModelCardTexts | null; readonly hasFailed: boolean } {
  const language = usePreferences((preferences) => preferences.language);
  const found = useQuery({
    queryKey: ['model-cards', language],
    queryFn: () => loadModelCards(language),
    staleTime: Infinity,
  });
  return { cards: found.data ?? null, hasFailed: found.isError };
}
