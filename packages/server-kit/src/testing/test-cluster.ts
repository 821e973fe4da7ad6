import { Client } from 'pg';

/**
 * Environment variable with the addresses of a Citus cluster to test on, each as superuser and with the database
 * `postgres`: the coordinator first, then the workers, separated by commas. A coordinator alone holds the shards itself.
 */
export const TEST_CLUSTER_VARIABLE = 'VARCO_TEST_CLUSTER_URLS';

/** Addresses of the servers of the cluster to test on, the coordinator first; empty: tests run on their own PostgreSQL. */
export const listClusterServers = (): readonly string[] =>
  (process.env[TEST_CLUSTER_VARIABLE] ?? '').split(',').filter((url) => url !== '');

/**
 * Removes the databases of earlier runs and makes the roles of the tests on every server, where they need no password.
 * Returns the addresses of the coordinator.
 */
export async function prepareTestCluster(
  servers: readonly string[],
): Promise<Readonly<Record<'admin' | 'owner' | 'app', string>>> {
  for (const url of servers)
    await withClient(url, async (admin) => {
      const { rows } = await admin.query<{ name: string }>(
        `select quote_ident(datname) as name from pg_database where datname ~ '^(tpl|t)_'`,
      );
      for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
      for (const role of ['varco_owner', 'varco_app', 'varco_backup', 'varco_log']) {
        const found = await admin.query('select 1 from pg_roles where rolname = $1', [role]);
        if (found.rowCount === 0)
          await admin.query(`create role ${role} ${role === 'varco_log' ? 'nologin' : 'login'}`);
      }
    });
  const [admin = ''] = servers;
  const signedInAs = (role: string): string => Object.assign(new URL(admin), { username: role }).href;
  return { admin, owner: signedInAs('varco_owner'), app: signedInAs('varco_app') };
}

/** Joins the databases of one name, which exist on every server and are empty, to a cluster of that database. */
export async function joinClusterDatabases(servers: readonly string[], name: string): Promise<void> {
  const addresses = servers.map((url) => Object.assign(new URL(url), { pathname: `/${name}` }));
  for (const { href } of addresses) await withClient(href, (admin) => admin.query('create extension citus'));
  const [coordinator, ...workers] = addresses;
  if (coordinator === undefined) return;
  await withClient(coordinator.href, async (admin) => {
    const { hostname, port } = coordinator;
    await admin.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
    for (const worker of workers)
      await admin.query('select citus_add_node($1, $2)', [worker.hostname, Number(worker.port)]);
    if (workers.length === 0)
      await admin.query("select citus_set_node_property($1, $2, 'shouldhaveshards', true)", [hostname, Number(port)]);
  });
}

/** Runs a statement about databases on every server. */
export async function onEveryServer(servers: readonly string[], statement: string): Promise<void> {
  for (const url of servers) await withClient(url, (admin) => admin.query(statement));
}

/** Ends what the cluster itself runs in a database, which nobody may be connected to while it is cloned. */
export const endClusterSessions = (servers: readonly string[], name: string): Promise<void> =>
  onEveryServer(
    servers,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = '${name}' or backend_type like 'Citus Maintenance%'`,
  );

async function withClient(url: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
