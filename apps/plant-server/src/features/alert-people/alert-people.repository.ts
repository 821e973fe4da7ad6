import { EFFECTIVE_LEVEL } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';

type InterforceStatus = 'no' | 'asked' | 'enabled';

/** A member of the plant's police forces. Instants are ISO. */
export interface PersonRow {
  readonly id: number;
  readonly username: string;
  readonly fullname: string;
  readonly group: string;
  readonly level: number;
  readonly interforce: InterforceStatus;
  readonly asked_at: string | null;
  readonly decided_at: string | null;
  readonly decided_by: string;
  readonly note: string;
  readonly notifica_blacklist: boolean;
  readonly notifica_rubati: boolean;
}

const PERSON_COLUMNS = `u.id, u.username, u.fullname, g.name as "group", ${EFFECTIVE_LEVEL} as level, u.interforce, u.interforce_asked_at as asked_at,
  u.interforce_decided_at as decided_at, u.interforce_decided_by as decided_by, u.interforce_note as note, u.notifica_blacklist, u.notifica_rubati`;
const FROM_FORCE_MEMBERS = `plant_user as u join user_group as g on g.id = u.group_id where ${EFFECTIVE_LEVEL} >= 5 and g.name like 'fdo%'`;

interface PeopleFilter {
  /** Part of a name; empty: no restriction. */
  readonly name: string;
  /** Null: any status. */
  readonly standings: readonly InterforceStatus[] | null;
  readonly limit: number;
  readonly offset: number;
}

/** Pending requests first, the oldest at the top; then by name. */
export const findForceMembers = (runner: Runner, question: PeopleFilter): Promise<readonly PersonRow[]> =>
  runner.run<PersonRow>({
    text: `select ${PERSON_COLUMNS} from ${FROM_FORCE_MEMBERS} and u.active = 1 and strpos(lower(u.username || ' ' || u.fullname), lower($1)) > 0
        and ($2::text[] is null or u.interforce = any($2))
      order by u.interforce <> 'asked', u.interforce_asked_at nulls last, lower(u.username), u.id limit $3 offset $4`,
    values: [question.name, question.standings, question.limit, question.offset],
  });

/** One member of the forces; null: there is none with this id. */
export async function findForceMember(runner: Runner, id: number): Promise<PersonRow | null> {
  const [row] = await runner.run<PersonRow>({
    text: `select ${PERSON_COLUMNS} from ${FROM_FORCE_MEMBERS} and u.id = $1`,
    values: [id],
  });
  return row ?? null;
}

/** Locks the account row until the transaction ends. */
export async function lockAccount(runner: Runner, id: number): Promise<void> {
  await runner.run({ text: 'select 1 as one from plant_user where id = $1 for update', values: [id] });
}

export async function updateInterforceRequest(
  runner: Runner,
  id: number,
  status: InterforceStatus,
  nowIso: string,
): Promise<void> {
  await runner.run({
    text: `update plant_user set interforce = $2, interforce_asked_at = case when $2 = 'asked' then $3::timestamptz end, interforce_decided_at = null,
        interforce_decided_by = '', interforce_note = '' where id = $1`,
    values: [id, status, nowIso],
  });
}

export async function updateInterforceDecision(
  runner: Runner,
  id: number,
  decision: {
    readonly standing: InterforceStatus;
    readonly by: string;
    readonly note: string;
    readonly nowIso: string;
  },
): Promise<void> {
  await runner.run({
    text: `update plant_user set interforce = $2, interforce_decided_at = $3, interforce_decided_by = $4, interforce_note = $5 where id = $1`,
    values: [id, decision.standing, decision.nowIso, decision.by, decision.note],
  });
}

export async function updateBlacklistNotices(runner: Runner, id: number, blacklist: boolean): Promise<void> {
  await runner.run({ text: 'update plant_user set notifica_blacklist = $2 where id = $1', values: [id, blacklist] });
}
