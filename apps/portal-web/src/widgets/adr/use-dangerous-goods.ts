import { type DangerousGoodsTexts, loadDangerousGoods } from '@varco/i18n/dangerous-goods.ts';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../lib/i18n.tsx';

/** Names of dangerous goods in the current language; null until they are loaded, or when they cannot be. */
export function useDangerousGoods(): DangerousGoodsTexts | null {
  const language = useLanguage();
  const texts = useQuery({
    queryKey: ['dangerous-goods', language],
    queryFn: () => loadDangerousGoods(language),
    staleTime: Infinity,
  });
  return texts.data ?? null;
}
