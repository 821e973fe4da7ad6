import { Client } from 'pg';
import { expect, it } from 'vitest';
import { distributeTables } from '../../database/distribute.repository.ts';
import { joinClusterDatabases, listClusterServers, onEveryServer } from '../test-cluster.ts';
import { findRefusals } from './cluster-shapes.ts';

const DISTRIBUTION = { distributed: { transit: 'plate', plate_dict: 'plate' }, reference: ['hold', 'correction'] };

/** Tables of the statements below. */
const TABLES = `
  create table transit (plate text, ts timestamptz, id bigint, gate int, speed int, primary key (plate, ts, id));
  create table plate_dict (plate text primary key, folded text, n int);
  create table hold (id int primary key, plates text[]);
  create table correction (plate text, ts timestamptz, id bigint, corrected text, primary key (plate, ts, id));
  create table gate (id int primary key, name text);
  create table entry (id int primary key, plate text);`;

const REFUSED: readonly (readonly [string, string])[] = [
  [
    'lateral with a limit',
    `select d.plate from unnest(array['A']) as d (plate)
      cross join lateral (select t.id from transit as t where t.plate = d.plate order by t.ts desc limit 1) as s`,
  ],
  [
    'lateral with a limit',
    `select s.plate, n.n from unnest(array['A']) as s (plate)
      cross join lateral (select count(*) as n from transit as t where t.plate = s.plate) as n`,
  ],
  [
    'lateral with a limit',
    `select h.id, n.id from hold as h
      cross join lateral (select t.id from transit as t where t.gate = h.id order by t.ts limit 1) as n`,
  ],
  [
    'lateral outer join',
    `select s.plate, n.gate from unnest(array['A']) as s (plate)
      left join lateral (select t.gate from transit as t where t.plate = s.plate) as n on true`,
  ],
  [
    'subquery of a local table on spread rows',
    'select t.id, (select g.name from gate as g where g.id = t.gate) from transit as t',
  ],
  [
    'subquery of spread rows on rows of the coordinator',
    'select g.id, (select count(*) from transit as t where t.gate = g.id) from gate as g',
  ],
  [
    'subquery of spread rows on rows of the coordinator',
    `with p as materialized (select distinct plate from transit)
      select p.plate, (select count(*) from transit as t where t.plate = p.plate) from p`,
  ],
  [
    'subquery of spread rows on rows of the coordinator',
    `select p.plate, (select count(*) from transit as t where t.plate = p.plate)
      from (select plate from transit order by ts limit 5) as p`,
  ],
  ['join without the key', 'select a.id from transit as a join plate_dict as b on b.n = a.gate'],
  [
    'join without the key',
    'select a.plate, (select count(*) from plate_dict as o where o.folded = a.folded) from plate_dict as a',
  ],
  [
    'subquery below a reference table',
    `select t.id from transit as t where exists (select 1 from hold as h
      where exists (select 1 from correction as c where c.plate = t.plate and c.corrected = any (h.plates)))`,
  ],
  ['lock of several keys', 'select plate from plate_dict where n > 3 for update'],
  ['function in returning', `delete from transit as t where t.gate = 1 returning to_jsonb(t)::text`],
  [
    'function in returning',
    `delete from correction as c using transit as t where c.plate = t.plate and c.id = t.id returning to_jsonb(c)`,
  ],
  ['change of the key', `update plate_dict set plate = 'B' where plate = 'A'`],
  [
    'recursive',
    `with recursive r as (select plate, ts from transit where gate = 1
      union all select t.plate, t.ts from transit as t join r on t.plate = r.plate and t.ts > r.ts) select * from r`,
  ],
  ['grouping sets', 'select gate, plate, count(*) from transit group by grouping sets ((gate), (plate))'],
  [
    'merge',
    `merge into plate_dict as d using (values ('A')) as v (plate) on d.plate = v.plate when matched then update set n = 1`,
  ],
];

const ACCEPTED: readonly string[] = [
  `select x.id from plate_dict as d cross join lateral (select h.id, h.ts from (
    select t.plate, t.ts, t.id from (select * from transit union all select * from transit) as t
      where t.plate = d.plate and (t.plate, t.ts, t.id) in (select c.plate, c.ts, c.id from correction as c)) as h order by h.ts limit 5) as x`,
  `select c.plate from correction as c cross join lateral (select t.id from transit as t where t.plate = c.plate and t.ts = c.ts) as t`,
  `select d.plate from plate_dict as d
    cross join lateral (select t.id from transit as t where t.plate = d.plate order by t.ts desc limit 1) as s`,
  `select s.gate, n.id from unnest(array[1]) as s (gate)
    cross join lateral (select t.id from transit as t where t.gate = s.gate) as n`,
  'select t.id from transit as t join gate as g on g.id = t.gate',
  'select t.id from transit as t where t.gate in (select id from gate)',
  'select e.id from entry as e where e.plate in (select plate from plate_dict where n > 3)',
  'select p.plate, (select count(*) from transit as t where t.plate = p.plate) from (select plate from transit group by plate) as p',
  'select s.plate, n.n from unnest(array[1, 2]::text[]) as s (plate) left join plate_dict as n on n.plate = s.plate',
  'select x.id from (select id from transit union all select id::bigint from gate) as x',
  `select plate from plate_dict where plate = 'A' for update`,
  'select distinct on (gate) gate, id from transit order by gate, ts desc',
  'select id, row_number() over (partition by gate order by ts) from transit',
  'update plate_dict as d set n = 1 from entry as e where e.plate = d.plate',
  `delete from plate_dict as d using unnest(array['A']) as e (plate) where e.plate = d.plate`,
  'with gone as (delete from transit as t where t.gate = 1 returning t.*) select plate, to_jsonb(g)::text from gone as g',
  'update transit as t set gate = 2 where t.gate = 1 returning t.plate, (t.gate = 2)::int',
  'select t.id from transit as t where t.plate not in (select plate from entry)',
  'select t.id from transit as t where exists (select 1 from correction as c where c.plate = t.plate and c.ts = t.ts)',
  'select plate from transit where gate = 1 intersect select plate from transit where gate = 2',
  'select t.id from transit as t join plate_dict as d using (plate)',
  'select g.name from gate as g where exists (select 1 from entry as e where e.id = g.id)',
];

it.each(REFUSED)('refused for one reason: %s', (reason, statement) => {
  expect(findRefusals(statement, DISTRIBUTION)).toEqual([reason]);
});

it.each(ACCEPTED)('accepted: %s', (statement) => {
  expect(findRefusals(statement, DISTRIBUTION)).toEqual([]);
});

it.skipIf(listClusterServers().length === 0)('a real cluster refuses and accepts the same statements', async () => {
  const servers = listClusterServers();
  await onEveryServer(servers, 'drop database if exists t_shapes with (force)');
  await onEveryServer(servers, 'create database t_shapes template template0');
  await joinClusterDatabases(servers, 't_shapes');
  const client = new Client({
    connectionString: Object.assign(new URL(servers[0] ?? ''), { pathname: '/t_shapes' }).href,
  });
  await client.connect();
  try {
    await client.query(TABLES);
    await distributeTables(client, DISTRIBUTION);
    const isRefused = async (statement: string): Promise<boolean> =>
      client.query(`explain ${statement}`).then(
        () => false,
        () => true,
      );
    const refused = await Promise.all(
      [...REFUSED.map(([, statement]) => statement), ...ACCEPTED].map(async (statement) =>
        (await isRefused(statement)) ? statement : null,
      ),
    );
    expect(refused.filter((statement) => statement !== null)).toEqual(REFUSED.map(([, statement]) => statement));
  } finally {
    await client.end();
  }
});
