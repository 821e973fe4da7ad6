// Runs a baseline engine as a separate process with JSON lines as protocol: an engine that crashes or hangs does not
// stop the benchmark. Plain JavaScript, because its libraries are not part of the product's installation.
import readline from 'node:readline';

/**
 * @param {(sql: string) => Promise<readonly unknown[][]>} run runs a statement and returns all its rows
 */
export function serve(run) {
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', async (line) => {
    const { id, sql } = JSON.parse(line);
    const startedAt = performance.now();
    const answer = await run(sql).then(
      (rows) => ({ id, ms: performance.now() - startedAt, rows: rows.length, first: String(rows[0]?.at(-1) ?? '') }),
      (error) => ({ id, error: String(error?.message ?? error).slice(0, 500) }),
    );
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  });
  lines.on('close', () => process.exit(0));
  process.stdout.write(`${JSON.stringify({ id: 0 })}\n`);
}
