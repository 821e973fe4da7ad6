import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { closeBlacklistForm, type BlacklistRequest } from '../../lib/lists/blacklist-request.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlant } from '../../lib/plants/use-plants.ts';
import { entryByPlateQuery } from './blacklist.api.ts';
import { EntryDialog } from './EntryDialog.tsx';

/** Blacklist form over any screen: a new entry for a plate, or its existing entry (readings TA72). */
export function BlacklistEntryOverlay(props: { request: BlacklistRequest }): ReactElement | null {
  const plant = usePlant(props.request.peerId);
  return plant === null ? null : <PlantEntryLoader plant={plant} plate={props.request.plate} />;
}

function PlantEntryLoader(props: { plant: PlantSession; plate: string }): ReactElement | null {
  const { plant, plate } = props;
  const standing = useQuery(entryByPlateQuery(plant.credentialId, plate));
  const [round, setRound] = useState(0);
  if (standing.isPending || standing.isFetching) return null;
  const entry = standing.data ?? null;
  return (
    <EntryDialog
      key={`${round} ${entry?.id ?? 'new'}`}
      work={
        entry === null
          ? { kind: 'insert', plate, isForced: true, credentialId: plant.credentialId }
          : { kind: 'edit', entry, plant }
      }
      onClose={closeBlacklistForm}
      onShowEntry={() => {
        setRound(round + 1);
        void standing.refetch();
      }}
    />
  );
}
