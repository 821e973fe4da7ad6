import { useQueryClient } from '@tanstack/react-query';
import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import { useState } from 'react';
import { nowMs } from '../../lib/clock.ts';
import type { ShownScore } from '../../lib/lists/blacklist-request.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { BLACKLIST_KEY, type InsertOutcome, insertEntry, updateEntry } from './blacklist.api.ts';
import { buildEntryBody, type EntryForm } from './entry-form.ts';

/** Result of saving on each plant, in the order of the plants. */
export type SaveResults = readonly { readonly plant: PlantSession; readonly outcome: InsertOutcome }[];

/** Saves the form: a new entry on all selected plants at once, or the change of an existing one. */
export function useEntrySave(of: {
  readonly entry: BlacklistEntry | null;
  readonly plant: PlantSession | null;
  /** The score from which a new entry starts. */
  readonly score: ShownScore | null;
  readonly onDone: () => void;
}) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [results, setResults] = useState<SaveResults>([]);
  const groupOf = (plant: PlantSession): number | null => plant.login?.user.group_id ?? null;

  async function change(form: EntryForm, entry: BlacklistEntry, plant: PlantSession): Promise<void> {
    const body = buildEntryBody(form, { groupId: groupOf(plant), nowMs: nowMs(), entry });
    if (await updateEntry(plant, entry.id, body)) of.onDone();
  }

  async function insert(form: EntryForm, plants: readonly PlantSession[]): Promise<void> {
    const found = await Promise.all(
      plants.map(async (plant) => ({
        plant,
        outcome: await insertEntry(
          plant,
          buildEntryBody(form, { groupId: groupOf(plant), nowMs: nowMs(), score: of.score }),
        ),
      })),
    );
    if (found.every(({ outcome }) => outcome.kind === 'done')) of.onDone();
    else setResults(found);
  }

  async function save(form: EntryForm, plants: readonly PlantSession[]): Promise<void> {
    setSaving(true);
    try {
      if (of.entry !== null && of.plant !== null) await change(form, of.entry, of.plant);
      else await insert(form, plants);
    } finally {
      setSaving(false);
      await client.invalidateQueries({ queryKey: BLACKLIST_KEY });
    }
  }
  return { save, isSaving, results, forgetResults: () => setResults([]) };
}
