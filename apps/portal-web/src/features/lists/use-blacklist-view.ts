import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { blacklistCountsQuery } from './blacklist.api.ts';
import { sumCounts } from './list-counts.ts';
import { type ListChoice, toBlacklistFilter } from './list-filter.ts';
import { ALL_PLANTS } from './ListBar.tsx';
import { useListPlants } from './list-plants.ts';
import type { ListOrder } from './merged-list.ts';
import { useBlacklistRows } from './use-blacklist-rows.ts';

const TYPING_DELAY_MS = 300;

interface ListViewState {
  readonly choice: ListChoice;
  /** Credential id, `ALL_PLANTS`, or null: as the address says. */
  readonly plantId: string | null;
  readonly order: ListOrder;
  readonly page: number;
}

const INITIAL_VIEW: ListViewState = {
  choice: { plate: '', view: 'all', flags: [] },
  plantId: null,
  order: { field: 'targa', isDescending: false },
  page: 1,
};

/** State of the blacklist: plants, filter, order and page, the rows they select and the number of entries in each view. */
export function useBlacklistView(startsMerged: boolean) {
  const navigate = useNavigate();
  const plants = useListPlants();
  const [shown, setShown] = useState(INITIAL_VIEW);
  const [typed] = useDebouncedValue(shown.choice, TYPING_DELAY_MS);
  const first = plants[0]?.credentialId ?? ALL_PLANTS;
  const plantId = startsMerged ? ALL_PLANTS : (shown.plantId ?? first);
  const isMerged = plantId === ALL_PLANTS;
  const asked = isMerged ? plants : plants.filter(({ credentialId }) => credentialId === plantId);
  const found = useBlacklistRows({
    plants: asked,
    isMerged,
    filter: toBlacklistFilter(typed),
    order: shown.order,
    page: shown.page,
  });
  const counting = toBlacklistFilter({ ...typed, view: 'all' });
  const counts = useQueries({
    queries: asked.map(({ credentialId }) => blacklistCountsQuery(credentialId, counting)),
    combine: (answers) => sumCounts(answers.map(({ data }) => data)),
  });
  const choosePlant = (id: string): void => {
    setShown({ ...shown, plantId: id, page: 1 });
    if ((id === ALL_PLANTS) !== startsMerged) void navigate({ to: id === ALL_PLANTS ? '/blacklist-v2' : '/blacklist' });
  };
  return { plants, shown, setShown, plantId, isMerged, asked, found, counts, choosePlant };
}
