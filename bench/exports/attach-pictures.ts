import { join } from 'node:path';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createBlobFolder } from '@varco/server-kit/media/blob-folder.ts';
import { createPictureStore } from '@varco/server-kit/media/picture-store.ts';
import { drawScene } from '../data/scene-picture.ts';
import type { HealthyWorld } from '../world/healthy-world.ts';
import type { BenchPlant } from './plant-calls.ts';

/** Number of different pictures; each transit's picture is still read, watermarked and written separately. */
const PICTURE_VARIANTS = 50;

/** Gives the newest transits of a plant a scene picture of 1280 x 720 and a plate picture of 400 x 116. */
export async function attachPictures(
  { postgres }: HealthyWorld,
  { database, dataDir }: BenchPlant,
  count: number,
): Promise<void> {
  const store = createPictureStore(createBlobFolder(join(dataDir, 'pictures')));
  const hashes: { full: string; plate: string }[] = [];
  for (let kind = 1; kind <= PICTURE_VARIANTS; kind += 1) {
    const full = await store.put(await drawScene(1280, 720, kind), 'context');
    const plate = await store.put(await drawScene(400, 116, kind), 'plate');
    hashes.push({ full: full.hash, plate: plate.hash });
  }
  const pool = createPool({ url: postgres.url(database, 'owner'), applicationName: 'varco bench', max: 1 });
  try {
    await pool.query(
      `insert into transit_picture (ts, id, plate, full_hash, plate_hash, context_hash)
       select t.ts, t.id, t.plate, ($2::text[])[1 + n % $4], ($3::text[])[1 + n % $4], '' from (
         select ts, id, plate, (row_number() over ())::int as n from (select * from transit order by ts desc, id desc limit $1) as x) as t
       on conflict (plate, ts, id) do update set full_hash = excluded.full_hash, plate_hash = excluded.plate_hash`,
      [count, hashes.map((one) => one.full), hashes.map((one) => one.plate), PICTURE_VARIANTS],
    );
    await pool.query(
      `update transit set flags = flags | 3 where (plate, ts, id) in (select plate, ts, id from transit order by ts desc, id desc limit $1)`,
      [count],
    );
  } finally {
    await pool.end();
  }
}
