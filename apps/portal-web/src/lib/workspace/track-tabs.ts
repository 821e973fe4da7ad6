import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { openWorkspaceTab, replaceWorkspaceTab, selectWorkspaceTab, useTabs } from './tabs.store.ts';

/** A plate and the plant whose transit it came from. */
interface SeenPlate {
  readonly peerId: number;
  readonly plate: string;
}

/** Sets the second plate of a track tab; an empty one removes it. */
export function setTrackComparison(tabId: string, plate: string): void {
  const tab = useTabs.getState().tabs.find(({ id }) => id === tabId);
  if (tab?.kind !== 'transit-map') return;
  const { second: _, id, ...spec } = tab;
  replaceWorkspaceTab(id, plate === '' ? spec : { ...spec, second: plate });
}

/** Opens a track with two plates. */
export function openTrackOfTwo({ peerId, plate }: SeenPlate, second: string): void {
  openWorkspaceTab({ kind: 'transit-map', peerId, plate, second: normalisePlate(second) ?? second });
}

/**
 * Adds a plate to the latest open track of another plate, as its second one, and selects that tab; without one it opens
 * the track of the plate itself.
 * @returns whether there was a track to compare with
 */
export function compareWithOpenTrack(seen: SeenPlate): boolean {
  const plate = normalisePlate(seen.plate) ?? seen.plate;
  const track = useTabs
    .getState()
    .tabs.findLast((tab) => tab.kind === 'transit-map' && (normalisePlate(tab.plate) ?? tab.plate) !== plate);
  if (track === undefined) {
    openWorkspaceTab({ kind: 'transit-map', peerId: seen.peerId, plate: seen.plate });
    return false;
  }
  setTrackComparison(track.id, plate);
  selectWorkspaceTab(track.id);
  return true;
}
