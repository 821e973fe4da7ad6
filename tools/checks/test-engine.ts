import { listClusterServers, TEST_CLUSTER_VARIABLE } from '@varco/server-kit/testing/test-cluster.ts';

/**
 * Takes `--engine NAME` out of the arguments of `npm test`. `citus`: the servers are tested on a cluster that runs already,
 * and nothing else is; `embedded`: everything, on the PostgreSQL that Varco brings along. Throws for any other name, and for
 * `citus` without the addresses of the cluster.
 */
export function takeEngine(args: readonly string[]): {
  readonly engine: 'embedded' | 'citus';
  readonly rest: string[];
} {
  const at = args.indexOf('--engine');
  const engine = at === -1 ? 'embedded' : args[at + 1];
  if (engine !== 'embedded' && engine !== 'citus')
    throw new Error(`--engine: embedded or citus, not ${engine ?? 'nothing'}`);
  if (engine === 'citus' && listClusterServers().length === 0)
    throw new Error(
      `--engine citus: ${TEST_CLUSTER_VARIABLE} must name the servers of a Citus cluster, the coordinator first (docs/design/storage.md, part 12)`,
    );
  return { engine, rest: at === -1 ? [...args] : args.toSpliced(at, 2) };
}
