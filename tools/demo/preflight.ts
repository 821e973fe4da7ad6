import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { SIZES, type DemoSize } from './options.ts';

/** Version of the layout of the demo's data folder; raised when older programs could not read it. */
export const DATA_VERSION = 1;

/** A problem of this machine that prevents the demo; the message is shown unchanged. */
export class PreflightError extends Error {}

interface DataMark {
  readonly version: number;
  readonly size: DemoSize;
  /** Start instant of the world; seeding, pictures and live traffic use the same one. */
  readonly begunAt: string;
  /** Set when filling is complete; absent: the first start was interrupted and is repeated. */
  readonly filledAt?: string;
}

const getMarkFile = (dataDir: string): string => path.join(dataDir, 'varco-demo.json');

/** Bytes a demo of this size needs, measured with a margin: database, indexes, write-ahead log and pictures. */
const computeNeededBytes = (size: DemoSize): number => 1_500_000_000 + SIZES[size] * 8 * 900;

/**
 * The marker of the data folder, or null when there is none. @throws PreflightError when it belongs to a newer
 * version.
 */
export function readDataMark(dataDir: string): DataMark | null {
  const file = getMarkFile(dataDir);
  if (!fs.existsSync(file)) return null;
  let mark: DataMark;
  try {
    mark = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    throw new PreflightError(`${file} cannot be read. Move the folder away, or start over with: npm start -- --reset`);
  }
  if (mark.version > DATA_VERSION) {
    throw new PreflightError(
      `The data in ${dataDir} belongs to a newer version of Varco (data version ${mark.version}, this program knows ${DATA_VERSION}).\n` +
        'Update this checkout, use another folder with --data DIR, or start over with: npm start -- --reset',
    );
  }
  return mark;
}

export function writeDataMark(dataDir: string, mark: Omit<DataMark, 'version'>): void {
  const temporary = `${getMarkFile(dataDir)}.new`;
  fs.writeFileSync(temporary, `${JSON.stringify({ version: DATA_VERSION, ...mark }, null, 2)}\n`);
  fs.renameSync(temporary, getMarkFile(dataDir));
}

/** Creates the folder and checks that it is writable and has enough space. @throws PreflightError in plain language. */
export function checkDataFolder(dataDir: string, size: DemoSize, isFilled: boolean): void {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    fs.accessSync(dataDir, fs.constants.W_OK);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PreflightError(`The data folder ${dataDir} cannot be written (${why}). Choose another with --data DIR.`);
  }
  const { bavail, bsize } = fs.statfsSync(dataDir);
  const free = bavail * bsize;
  const needed = isFilled ? 300_000_000 : computeNeededBytes(size);
  if (free < needed) {
    throw new PreflightError(
      `Not enough disk space for ${dataDir}: ${formatGigabytes(free)} GB free, about ${formatGigabytes(needed)} GB needed for size "${size}".\n` +
        'Free some room, use another disk with --data DIR, or a smaller --size.',
    );
  }
}

const formatGigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** Every port must be free on loopback. @throws PreflightError naming the used ports and the workaround. */
export async function checkPorts(ports: ReadonlyMap<string, number>): Promise<void> {
  const taken: string[] = [];
  for (const [what, port] of ports) {
    if (!(await isPortFree(port))) taken.push(`${port} (${what})`);
  }
  if (taken.length > 0) {
    throw new PreflightError(
      `Already in use: port ${taken.join(', ')}.\nIs another Varco running? Stop it, or choose other ports: npm start -- --port-base 9400`,
    );
  }
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
