// Sets up one plant. Copy this file, write your data into SETTINGS, and run it once while the plant is off, with the
// plant's own settings (the manual has the commands). A second run changes nothing.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '@varco/server-kit/database/start.ts';
import { readEnv } from '@varco/server-kit/env/read-env.ts';
import { PlantEnv } from '../../../apps/plant-server/src/env.ts';
import { PLANT_DATABASE } from '../../../apps/plant-server/src/plant-database.ts';
import { seedPlantDatabase } from '../../../apps/plant-server/src/seed/seed-database.ts';

const SETTINGS = {
  /** One for each plant, for ever: node -p 'crypto.randomUUID()' */
  uuid: '0b9b6c1e-1111-4222-8333-444455556666',
  label: 'Borgo Prova',
  code: 'BOR',
  municipality: 'Borgo Prova',
  publicUrl: 'https://impianto.example',
  portalUrl: 'https://portale.example',
  /** Days, with the legal basis and the act that allow them. They have no default. */
  retention: {
    days: 30,
    platePictureDays: 30,
    contextPictureDays: 7,
    basis: 'regolamento comunale',
    act: 'DGC 1/2026',
  },
  requiresReason: true,
  requiresCase: false,
  reasons: [{ code: 'judicial-police', it: 'Indagine di polizia giudiziaria', en: 'Judicial police case' }],
  /** Level 8 administers; a name that begins with fdo makes the group one of a police force. */
  groups: [{ id: 1, name: 'fdo polizia locale', level: 8 }],
  gates: [{ id: 1, fullname: 'V01 Via di Prova', lat: 44.1, lon: 12.2, direction: 1 as const }],
};
const ADMINISTRATOR = { id: 1, username: 'a.prova', fullname: 'Anna Prova', groupId: 1 };

/** A password that satisfies the rules of the plant: 20 characters of three kinds. */
const password = `${randomBytes(13).toString('base64url').slice(0, 17)}-a${randomInt(10)}`;
const cameraKey = randomBytes(32).toString('base64url');
const now = new Date().toISOString();

// The same settings as the server, so that both use the same database.
const env = readEnv(PlantEnv, process.env);
const database = await startDatabase({
  url: env.VARCO_DATABASE_URL,
  dataDir: env.VARCO_DATA_DIR,
  name: env.VARCO_DATABASE_NAME,
  program: PLANT_DATABASE,
});
try {
  const { isNew, publicKey } = await seedPlantDatabase(
    {
      databaseUrl: database.url,
      dataDir: env.VARCO_DATA_DIR,
      nowMs: Date.now(),
    },
    {
      ...SETTINGS,
      users: [{ ...ADMINISTRATOR, uuid: randomUUID(), password, passwordSetOn: now.slice(0, 10) }],
      ingestKeys: [{ id: randomUUID(), label: 'telecamere', kind: 'camera', key: cameraKey, createdAt: now }],
    },
  );
  if (isNew) {
    const file = join(env.VARCO_DATA_DIR, 'set-up.json');
    const { uuid, publicUrl: url, label, code } = SETTINGS;
    const result = { uuid, url, label, code, publicKey, username: ADMINISTRATOR.username, password, cameraKey };
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`, { mode: 0o600 });
    console.log(`Plant set up. Key of the cameras, first password and public key: ${file}`);
  } else console.log('The plant is set up already: nothing was changed.');
} finally {
  await database.stop();
}
