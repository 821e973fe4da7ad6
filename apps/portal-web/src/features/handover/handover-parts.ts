import type { HandoverItem, HandoverSummary } from '@varco/contract/plant/handovers.ts';

/** An open item of a plant. */
export interface PlantItem {
  readonly peerId: number;
  readonly item: HandoverItem;
}

/** Distinguishes items of all plants. */
export const getItemKey = ({ peerId, item }: PlantItem): string => `${peerId} ${item.tipo} ${item.id}`;

const KIND_ORDER = { alert: 0, approval: 1, camera: 2, export: 3 } as const;

/** What passes with the signature first, then patrols on their way, then by kind, the oldest first. */
export const sortItems = (items: readonly PlantItem[]): readonly PlantItem[] =>
  items.toSorted(
    ({ item: a }, { item: b }) =>
      Number(b.passa) - Number(a.passa) ||
      Number(b.inviata !== '') - Number(a.inviata !== '') ||
      KIND_ORDER[a.tipo] - KIND_ORDER[b.tipo] ||
      a.dal.localeCompare(b.dal),
  );

/** A hand-over as one plant has it. */
export interface HandoverPart {
  readonly peerId: number;
  readonly summary: HandoverSummary;
}

/** One hand-over over all plants; the first part speaks for all. */
export interface HandoverBatch {
  readonly key: string;
  readonly first: HandoverSummary;
  readonly parts: readonly HandoverPart[];
}

/** Puts the parts of each hand-over together, newest first. */
export function groupHandovers(parts: readonly HandoverPart[]): readonly HandoverBatch[] {
  // The browser of the outgoing person chose the id: the name keeps two people's hand-overs apart.
  const groups = Map.groupBy(parts, ({ summary }) => `${summary.lotto} ${summary.da}`);
  return [...groups]
    .flatMap(([key, of]): readonly HandoverBatch[] => {
      const [first] = of;
      return first === undefined ? [] : [{ key, first: first.summary, parts: of }];
    })
    .toSorted((a, b) => b.first.il.localeCompare(a.first.il));
}

export const listSignable = ({ parts }: HandoverBatch): readonly HandoverPart[] =>
  parts.filter(({ summary }) => summary.firmabile);
export const listWaiting = ({ parts }: HandoverBatch): readonly HandoverPart[] =>
  parts.filter(({ summary }) => summary.chiusura === null);

/** Names of plants of a hand-over whose part is not there. `nameOf`: name of a plant by its id. */
export function listAbsentPlants(
  { parts, first }: HandoverBatch,
  nameOf: (peerId: number) => string,
): readonly string[] {
  const present = new Set(parts.map(({ peerId }) => nameOf(peerId)));
  return first.impianti.filter((name) => !present.has(name));
}

/** A colleague over all plants: the same name of account and the same full name. */
export interface Colleague {
  readonly key: string;
  readonly name: string;
  readonly username: string;
  /** Account by plant. */
  readonly accounts: ReadonlyMap<number, string>;
}

interface PlantColleagues {
  readonly peerId: number;
  readonly colleagues: readonly { readonly uuid: string; readonly username: string; readonly nome: string }[];
}

/** Colleagues of several plants, by name. */
export function mergeColleagues(plants: readonly PlantColleagues[]): readonly Colleague[] {
  const all = plants.flatMap(({ peerId, colleagues }) => colleagues.map((one) => ({ ...one, peerId })));
  return [...Map.groupBy(all, ({ username, nome }) => `${username.toLowerCase()} ${nome}`)]
    .flatMap(([key, same]): readonly Colleague[] => {
      const [first] = same;
      if (first === undefined) return [];
      const accounts = new Map(same.map(({ peerId, uuid }) => [peerId, uuid]));
      return [{ key, name: first.nome, username: first.username, accounts }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
