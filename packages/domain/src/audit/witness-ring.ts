/** Other plants that cosign the log of each plant, beside the portal. */
export const PLANT_WITNESSES = 2;

/**
 * The members after `uuid` in a ring ordered by uuid: who cosigns its log. `uuid` itself is never among them, also when
 * it is no member.
 */
export function listNextInRing<T extends { readonly uuid: string }>(members: readonly T[], uuid: string): readonly T[] {
  const others = members.filter((member) => member.uuid !== uuid).toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  const after = others.findIndex((member) => member.uuid > uuid);
  const start = after === -1 ? 0 : after;
  return [...others.slice(start), ...others.slice(0, start)].slice(0, PLANT_WITNESSES);
}

/** The members whose log `uuid` cosigns: those it comes after. */
export const listWitnessedInRing = <T extends { readonly uuid: string }>(
  members: readonly T[],
  uuid: string,
): readonly T[] =>
  members.filter(
    (member) =>
      member.uuid !== uuid && listNextInRing(members, member.uuid).some(({ uuid: witness }) => witness === uuid),
  );
