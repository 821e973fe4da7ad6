import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { closeBlacklistForm, type BlacklistRequest } from '../../lib/lists/blacklist-request.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlant } from '../../lib/plants/use-plants.ts';
import { entryByPlateQuery } from './blacklist.api.ts';
import { EntryDialog } from './EntryDialog.tsx';
import { ExistingEntryDialog } from './ExistingEntryDialog.tsx';

/** Blacklist form over any screen: a new entry for a plate, or its existing entry (readings TA72). */
export function BlacklistEntryOverlay(props: { request: BlacklistRequest }): ReactElement | null {
  const plant = usePlant(props.request.peerId);
  return plant === null ? null : <PlantEntryLoader plant={plant} request={props.request} />;
}

function PlantEntryLoader(props: { plant: PlantSession; request: BlacklistRequest }): ReactElement | null {
  const { plant, request } = props;
  const { plate, score } = request;
  const listed = useQuery(entryByPlateQuery(plant.credentialId, plate));
  const [existing, setExisting] = useState<ExistingEntry | null>(null);
  if (existing !== null) return <ExistingEntryDialog {...existing} onClose={closeBlacklistForm} />;
  if (listed.isPending || listed.isFetching) return null;
  const entry = listed.data ?? null;
  return (
    <EntryDialog
      key={entry?.id ?? 'new'}
      work={
        entry === null
          ? {
              kind: 'insert',
              plate,
              isForced: true,
              credentialId: plant.credentialId,
              ...(score === undefined ? {} : { score }),
            }
          : { kind: 'edit', entry, plant }
      }
      onClose={closeBlacklistForm}
      onShowEntry={(at, duplicate) => setExisting({ plant: at, plate: duplicate })}
    />
  );
}

interface ExistingEntry {
  readonly plant: PlantSession;
  readonly plate: string;
}
