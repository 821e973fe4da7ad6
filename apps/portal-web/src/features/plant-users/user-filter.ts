import type { PlantUserRecord, PlantUserQuery } from '@varco/contract/plant/users.ts';
import { USER_PAGE_SIZE } from '@varco/contract/plant/users.ts';
import { z } from 'zod';

export const STATUS_FILTERS = ['all', 'enabled', 'disabled', 'mustChange'] as const;
export const EXPIRY_FILTERS = ['any', 'expired', 'soon'] as const;
export const DEVICE_FILTERS = ['any', 'telegram', 'smartphone', 'pc'] as const;
export const YES_NO_FILTERS = ['any', 'yes', 'no'] as const;

/** Filters and order of the user list (T 2.17). */
export const UserChoice = z.object({
  /** Credential id of the selected plant; empty: the first one. */
  plantId: z.string().max(100),
  text: z.string().max(100),
  status: z.enum(STATUS_FILTERS),
  expiry: z.enum(EXPIRY_FILTERS),
  device: z.enum(DEVICE_FILTERS),
  assigned: z.enum(YES_NO_FILTERS),
  rca: z.enum(YES_NO_FILTERS),
  /** Only users owned by this one; null: all. */
  owner: z.object({ id: z.int(), name: z.string().max(120) }).nullable(),
  /** True: one list; false: grouped by owner (readings TA31). */
  isFlat: z.boolean(),
  order: z.string().regex(/^[+-](username|fullname|level|datascadenza|owned_by_username)$/),
});
export type UserChoice = z.infer<typeof UserChoice>;

export const NO_CHOICE: UserChoice = {
  plantId: '',
  text: '',
  status: 'all',
  expiry: 'any',
  device: 'any',
  assigned: 'any',
  rca: 'any',
  owner: null,
  isFlat: true,
  order: '+username',
};

/** Whether the browser must filter: the plant has no such filter, or the list is grouped; then all users are loaded. */
const needsLocalFilter = ({ status, device, assigned, rca, isFlat }: UserChoice): boolean =>
  !isFlat || status === 'enabled' || device !== 'any' || assigned !== 'any' || rca !== 'any';

/** Filter for the export and the list. `enabled` is sent only as false (readings TA31). */
export const toUserFilter = ({ text, status, expiry, owner, order }: UserChoice) => ({
  order_by: order,
  ...(text.trim() === '' ? {} : { q: text.trim() }),
  ...(status === 'disabled' ? { enabled: false } : {}),
  ...(status === 'mustChange' ? { active: -1 } : {}),
  ...(expiry === 'expired' ? { expired: true } : {}),
  ...(expiry === 'soon' ? { expiring_soon: true } : {}),
  ...(owner === null ? {} : { owned_by_id: owner.id }),
});

/** Query of a page of 50 users, or of all users where the browser filters. */
export const buildUserQuery = (choice: UserChoice, page: number): PlantUserQuery => ({
  ...toUserFilter(choice),
  ...(needsLocalFilter(choice) ? { p: -1, limit: 10_000, paginate: true } : { p: page, page_size: USER_PAGE_SIZE }),
});

const matchesYesNo = (requested: (typeof YES_NO_FILTERS)[number], is: boolean): boolean =>
  requested === 'any' || (requested === 'yes') === is;

/** Users of a response that match the filters. */
export const filterUsers = (
  users: readonly PlantUserRecord[],
  { status, device, assigned, rca }: UserChoice,
): readonly PlantUserRecord[] =>
  users.filter(
    (user) =>
      (status !== 'enabled' || user.active !== 0) &&
      (device === 'any' || user.dispositivi.includes(device)) &&
      matchesYesNo(assigned, user.dispositivi.length > 0) &&
      matchesYesNo(rca, user.rca_rev),
  );

/** Rows of one page, with the total count and the number of pages. */
export function paginateUsers(
  answer: { readonly objects: readonly PlantUserRecord[]; readonly count: number },
  choice: UserChoice,
  page: number,
): { readonly rows: readonly PlantUserRecord[]; readonly count: number; readonly pages: number } {
  if (!needsLocalFilter(choice))
    return { rows: answer.objects, count: answer.count, pages: Math.max(1, Math.ceil(answer.count / USER_PAGE_SIZE)) };
  const all = filterUsers(answer.objects, choice);
  const pages = Math.max(1, Math.ceil(all.length / USER_PAGE_SIZE));
  const begin = (Math.min(page, pages) - 1) * USER_PAGE_SIZE;
  const rows = choice.isFlat ? all.slice(begin, begin + USER_PAGE_SIZE) : all;
  return { rows, count: all.length, pages: choice.isFlat ? pages : 1 };
}

/** Groups users by owner, in order of appearance; users without an owner come last. */
export function groupByOwner(
  users: readonly PlantUserRecord[],
): readonly { readonly owner: string | null; readonly users: readonly PlantUserRecord[] }[] {
  const groups = Map.groupBy(users, (user) => user.owned_by_username);
  const named = [...groups].flatMap(([owner, of]) => (owner === null ? [] : [{ owner, users: of }]));
  const rest = groups.get(null);
  return [
    ...named.toSorted((a, b) => a.owner.localeCompare(b.owner)),
    ...(rest === undefined ? [] : [{ owner: null, users: rest }]),
  ];
}

export const hasActiveFilters = (choice: UserChoice): boolean =>
  JSON.stringify({ ...choice, plantId: '', order: '', isFlat: true }) !==
  JSON.stringify({ ...NO_CHOICE, order: '', isFlat: true });
