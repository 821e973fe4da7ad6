import type { Access, PlantRule, PortalRule } from '@varco/contract/endpoint.ts';
import type { PlantRightsData, PortalRights, StoredTransit, UserRights } from './rights-data.repository.ts';

/**
 * The rules of rights as the specification states them (T 6, P 6), written a second time: nothing here calls the
 * product's policy, so that a mistake there is not repeated here.
 */

const DAY_MS = 86_400_000;

const levelOf = ({ level, isAdmin }: UserRights): number => (isAdmin && level < 8 ? 8 : level);
const isForce = (user: UserRights): boolean => levelOf(user) > 4 && user.group.slice(0, 3) === 'fdo';
const isAdministrator = (user: UserRights): boolean => levelOf(user) > 7;
const actsOnPlant = (user: UserRights): boolean => levelOf(user) > 4 && levelOf(user) < 9;
const mayLookUp = (user: UserRights): boolean => actsOnPlant(user) && user.seesPlates;
const readsPlates = (user: UserRights): boolean => isForce(user) && user.seesPlates;
const managesUsers = (user: UserRights): boolean => isAdministrator(user) || (levelOf(user) > 4 && user.managesUsers);
const managesDistricts = (user: UserRights): boolean => isAdministrator(user) || user.managesDistricts;
const writesLists = (user: UserRights): boolean => actsOnPlant(user) && isForce(user) && user.insertsLists !== false;

const PLANT_RULES: Readonly<Record<PlantRule, (user: UserRights) => boolean>> = {
  'signed-in': () => true,
  'gates.read': () => true,
  'audit.own': () => true,
  'lists.read': () => true,
  'transits.read': isForce,
  'transits.correct': (user) => readsPlates(user) && actsOnPlant(user),
  'notes.read': readsPlates,
  'notes.write': (user) => readsPlates(user) && actsOnPlant(user),
  'approvals.decide': (user) => readsPlates(user) && user.approves,
  'requests.handle': (user) => user.handlesRequests,
  'gates.write': isAdministrator,
  'ingest.manage': isAdministrator,
  'joining.manage': isAdministrator,
  'retention.manage': isAdministrator,
  'retention.read': (user) => isAdministrator(user) || user.readsAudit,
  'settings.manage': isAdministrator,
  'system.read': isAdministrator,
  'look-ups.confirm': isAdministrator,
  'channels.manage': isAdministrator,
  'groups.manage': isAdministrator,
  'audit.all': (user) => user.readsAudit,
  'look-ups.run': mayLookUp,
  'look-ups.read': (user) => mayLookUp(user) || isAdministrator(user),
  'accomplices.run': (user) => readsPlates(user) && mayLookUp(user),
  'suspects.run': readsPlates,
  'suspects.tune': (user) => readsPlates(user) && isAdministrator(user),
  'alerts.read': readsPlates,
  'people.alerts': (user) => isForce(user) && (user.isResponsible || isAdministrator(user)),
  'people.manage': managesUsers,
  'districts.manage': managesDistricts,
  'districts.read': (user) => managesDistricts(user) || managesUsers(user),
  'lists.write': writesLists,
  'lists.reserve': (user) => writesLists(user) && isAdministrator(user),
};

const PORTAL_RULES: Readonly<Record<PortalRule, (user: PortalRights) => boolean>> = {
  any: () => true,
  enrol: (user) => !user.isHeldBack,
  ready: (user) => !user.isHeldBack,
  admin: (user) => !user.isHeldBack && user.isAdmin,
  audit: (user) => !user.isHeldBack && user.readsAudit,
};

/** A credential by what it is; `useless`: ended, expired, of another server, or nonsense. */
export type CredentialKind =
  | 'none'
  | 'useless'
  | 'plant-user'
  | 'portal-user'
  | 'ingest-key'
  | 'delegation'
  | 'page'
  | 'plant-signature'
  | 'registry-client'
  | 'portal-key';

/** Credentials that open calls without a rule of their own. */
const OPENED_BY: Readonly<Partial<Record<Access['who'], CredentialKind>>> = {
  'ingest-key': 'ingest-key',
  'export-delegation': 'delegation',
  'refresh-cookie': 'page',
  'plant-signature': 'plant-signature',
  'registry-client': 'registry-client',
  'portal-key': 'portal-key',
};
/** The ticket in the address is the credential; what it may show is found in the answer. */
const OPENED_BY_ADDRESS: ReadonlySet<Access['who']> = new Set(['picture-ticket', 'export-ticket']);

/** True when a call with this credential may succeed. The user is null where none stands behind it. */
export function mayCall(
  access: Access,
  kind: CredentialKind,
  user: { readonly plant: UserRights | null; readonly portal: PortalRights | null },
): boolean {
  if (access.who === 'anyone' || OPENED_BY_ADDRESS.has(access.who)) return true;
  if (access.who === 'plant-user')
    return kind === 'plant-user' && user.plant !== null && PLANT_RULES[access.rule](user.plant);
  if (access.who === 'portal-user')
    return kind === 'portal-user' && user.portal !== null && PORTAL_RULES[access.rule](user.portal);
  // A file is imported with a key, or by an administrator of the plant (ADR 0007).
  if (access.who === 'importer')
    return (
      kind === 'ingest-key' || (kind === 'plant-user' && user.plant !== null && PLANT_RULES[access.rule](user.plant))
    );
  return OPENED_BY[access.who] === kind;
}

/** Whether a user may ever be shown this transit: force, gates, retention, and the age where t_max is one. */
export function maySeeTransit(
  user: UserRights | null,
  { retentionDays, timeLimit }: Pick<PlantRightsData, 'retentionDays' | 'timeLimit'>,
  transit: Pick<StoredTransit, 'id' | 'gate' | 'atMs'>,
  nowMs: number,
): boolean {
  if (user === null || !isForce(user)) return false;
  if (user.gates !== null && !user.gates.includes(transit.gate)) return false;
  const age = nowMs - transit.atMs;
  if (age > retentionDays * DAY_MS) return false;
  if (user.lookBackDays !== null && age > user.lookBackDays * DAY_MS && !user.approvedTransits.has(transit.id))
    return false;
  return timeLimit !== 'age' || user.tMaxMinutes === 0 || age <= user.tMaxMinutes * 60_000;
}

/** Rights that a caller cannot give: a level above the own, and the right to read the log, by nobody below administrator. */
export function findEscalations(
  before: PlantRightsData,
  after: PlantRightsData,
  caller: UserRights | null,
): readonly string[] {
  const texts: string[] = [];
  const ownLevel = caller === null ? 0 : levelOf(caller);
  for (const [name, user] of after.users) {
    const old = before.users.get(name);
    if (levelOf(user) > Math.max(ownLevel, old === undefined ? 0 : levelOf(old)))
      texts.push(`${user.username} rose to level ${levelOf(user)} by a caller of level ${ownLevel}`);
    if (user.readsAudit && old?.readsAudit !== true && ownLevel < 8)
      texts.push(`${user.username} may read the log by a caller of level ${ownLevel}`);
    const isWider =
      caller !== null &&
      // An administrator gives everything up to the own level (ADR 0027).
      ownLevel < 8 &&
      caller.gates !== null &&
      (user.gates === null || user.gates.some((gate) => !caller.gates?.includes(gate)));
    if (isWider && old === undefined) texts.push(`${user.username} was made with gates its maker does not have`);
  }
  return texts;
}
