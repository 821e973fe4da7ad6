import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLANT_MIGRATIONS } from '../../plant-database.ts';

/**
 * What a table holds of plates, pictures or texts about them: `plain` values; `sealed` values, readable only with a key of the plant
 * or of a person; `derived` values, such as hashes and ids; `none`.
 */
type Content = 'plain' | 'sealed' | 'derived' | 'none';

/**
 * When it ends: `transit`, with the term of transits unless held; `picture`, with that of pictures; `minutes` and `day`, by jobs; `month`, after 30
 * days, and `quarter`, after 90, with that of transits at the latest;
 * `job`, with the job or file it belongs to; `log`, with the term of the consultation log; `answer`, with that of look-ups;
 * `person`, when a person ends it or the entry expires; `years`, five years after its end; `never`: no data of the road.
 */
type Term =
  | 'transit'
  | 'picture'
  | 'minutes'
  | 'day'
  | 'month'
  | 'job'
  | 'log'
  | 'quarter'
  | 'answer'
  | 'person'
  | 'years'
  | 'never';

const NONE = ['none', 'never'] as const;

/**
 * Every table of a plant with a column that can hold a text or bytes (ADR 0009). A test fails for a table that is not named, so that a
 * new one states what it holds and when that ends.
 */
const DATA_INVENTORY: Readonly<Record<string, readonly [Content, Term]>> = {
  // The transits and all that follows them.
  transit: ['plain', 'transit'],
  unread_transit: ['plain', 'transit'],
  transit_note: ['plain', 'transit'],
  transit_read: ['plain', 'transit'],
  plate_correction: ['plain', 'transit'],
  plate_dict: ['plain', 'transit'],
  plate_day: ['plain', 'transit'],
  movement_day: ['plain', 'transit'],
  plate_check: ['plain', 'transit'],
  alert: ['plain', 'transit'],
  alert_delivery: ['derived', 'transit'],
  alert_decision: ['plain', 'transit'],
  transit_picture: ['plain', 'transit'],
  picture_removal: ['derived', 'picture'],
  // Short-lived.
  plate_change: ['plain', 'minutes'],
  search_start: ['derived', 'minutes'],
  camera_event: ['plain', 'day'],
  camera_message: ['sealed', 'transit'],
  listed_partner: ['plain', 'day'],
  listed_partner_look: ['plain', 'day'],
  import_read: ['plain', 'job'],
  import_gate: ['none', 'job'],
  import_refused: ['none', 'job'],
  import_job: ['none', 'job'],
  export_job: ['sealed', 'job'],
  list_import: ['none', 'job'],
  list_change: ['derived', 'day'],
  // What people decided to watch or to keep, and what they asked.
  blacklist_entry: ['plain', 'person'],
  whitelist_entry: ['plain', 'person'],
  figurehead_entry: ['plain', 'person'],
  figurehead_vehicles: ['plain', 'person'],
  household_plate: ['derived', 'person'],
  legal_hold: ['plain', 'person'],
  approval_request: ['plain', 'month'],
  handover: ['plain', 'quarter'],
  handover_item: ['plain', 'quarter'],
  handover_end: ['derived', 'quarter'],
  restricted_transit: ['sealed', 'transit'],
  restricted_picture: ['sealed', 'picture'],
  person_request: ['plain', 'years'],
  person_request_step: ['plain', 'years'],
  person_request_end: ['plain', 'years'],
  person_request_batch: ['none', 'years'],
  look_up: ['sealed', 'answer'],
  // The consultation log and its review.
  audit_entry: ['plain', 'log'],
  audit_detail: ['plain', 'log'],
  audit_checkpoint: ['derived', 'log'],
  audit_cosignature: ['derived', 'log'],
  audit_head: ['derived', 'log'],
  audit_leaf: ['derived', 'log'],
  audit_log: ['derived', 'log'],
  audit_node: ['derived', 'log'],
  review_run: ['none', 'log'],
  review_case: ['plain', 'log'],
  review_step: ['plain', 'log'],
  // Settings, people, devices, counts and states: nothing of the road. The data of jobs are ids.
  alert_channel: NONE,
  alert_recipient: NONE,
  camera: NONE,
  camera_sample: NONE,
  camera_silence: NONE,
  code_value: NONE,
  district: NONE,
  ended_session: NONE,
  gate: NONE,
  gate_day: NONE,
  gate_former_name: NONE,
  ingest_key: NONE,
  ingest_tally: NONE,
  joined_portal: NONE,
  joining_code: NONE,
  known_vault: NONE,
  log_witness: NONE,
  media_ticket_used: NONE,
  movement_mark: NONE,
  plant_device: NONE,
  plant_key: NONE,
  plant_settings: NONE,
  plant_user: NONE,
  portal_answer: NONE,
  rate_counter: NONE,
  registry_access: NONE,
  rewrite_due: NONE,
  rewritten_table: NONE,
  schema_migration: NONE,
  setting_change: NONE,
  sign_in_failure: NONE,
  suspect_weights: NONE,
  system_event: NONE,
  tlog_key: NONE,
  user_group: NONE,
  witnessed_log: NONE,
  zone: NONE,
  'job.bam': NONE,
  'job.instance': NONE,
  'job.job': NONE,
  'job.job_dependency': NONE,
  'job.queue': NONE,
  'job.queue_stats': NONE,
  'job.schedule': NONE,
  'job.subscription': NONE,
  'job.warning': NONE,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('inventory', ...PLANT_MIGRATIONS);
});
afterAll(() => database.drop());

/** Tables with a column of texts, JSON or bytes; partitions count with their table. */
const readTables = (): Promise<readonly string[]> =>
  readNames(
    `select distinct case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name
       from pg_attribute as a join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p') and not c.relispartition
         and a.attnum > 0 and not a.attisdropped
         and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'varchar'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype)
     order by 1`,
  );

/** Result of a statement with a column `name`. */
async function readNames(text: string): Promise<readonly string[]> {
  const client = new pg.Client(database.adminUrl);
  await client.connect();
  try {
    return (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

it('names every table that can hold a plate, and no other', async () => {
  expect([...Object.keys(DATA_INVENTORY)].sort()).toEqual([...(await readTables())].sort());
});

/** Readable tables that need no rewriting of their own, with the reason. */
const NOT_REWRITTEN: Readonly<Record<string, string>> = {
  transit: 'by month',
  transit_picture: 'by month',
  transit_read: 'by month',
  unread_transit: 'has no plates',
};
/** Ends that no job brings about. */
const OTHER_TERMS: readonly Term[] = ['log', 'person', 'never'];

it('every table that jobs take readable rows from is rewritten afterwards', async () => {
  const losing = Object.entries(DATA_INVENTORY).flatMap(([table, [content, term]]) =>
    content === 'plain' && !OTHER_TERMS.includes(term) && !(table in NOT_REWRITTEN) ? [table] : [],
  );
  const rewritten = await readNames('select name from rewritten_table');
  expect(losing.filter((table) => !rewritten.includes(table))).toEqual([]);
});

it('the storage design names every table that holds something of the road', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../../docs/design/storage.md'), 'utf8');
  const holding = Object.entries(DATA_INVENTORY).filter(([, [content]]) => content !== 'none');
  expect(holding.map(([table]) => table).filter((table) => !text.includes(`\`${table}\``))).toEqual([]);
});
