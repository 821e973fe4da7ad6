import type { CellContext } from '@varco/ui/table-model.ts';
import { type ReactNode, useCallback } from 'react';
import { useIsPhone } from '../../../lib/phone.ts';
import type { ListRow } from '../search/search-view.ts';
import type { PlantFacts } from './column-context.ts';
import { CompactCard } from './CompactCard.tsx';
import { TransitCard } from './TransitCard.tsx';

/** Renderer for transit cards: tall with a large picture, or compact on a phone. Memoized until the plants change. */
export function useCardRenderer(
  plantOf: (peerId: number) => PlantFacts,
): (row: ListRow, context: CellContext) => ReactNode {
  const isPhone = useIsPhone();
  return useCallback(
    (row, context) => {
      const Card = isPhone ? CompactCard : TransitCard;
      return <Card row={row} plant={plantOf(row.peerId)} context={context} />;
    },
    [plantOf, isPhone],
  );
}
