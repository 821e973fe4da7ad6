import { type CameraBody, CameraWithKey, createCamera } from '@varco/contract/plant/camera-intake.ts';
import type { TestPlant } from './test-plant.ts';

/** Fields of a camera as they are sent; a sample may hold ones that no camera may have. */
type CameraFields = Readonly<Partial<Record<keyof CameraBody, unknown>>>;

/**
 * Adds a camera as the administrator does: of gate 1, its family told by its messages, unless `chosen` says otherwise. Returns
 * it with its key.
 */
export async function addCamera(plant: TestPlant, nome: string, chosen: CameraFields = {}): Promise<CameraWithKey> {
  const fields: CameraFields = {
    ...{ nome, varco_id: 1, famiglia: 'auto', fuso: 'Europe/Rome', unita: 'kmh' },
    ...{ mappatura: null, reti: [], prova: false, ...chosen },
  };
  const { body } = await plant.callRaw(createCamera, { body: fields }, 'amministratore');
  return CameraWithKey.parse(body);
}

/** Stored transits of a plate, as the camera read it. */
export async function countPlate({ pool }: TestPlant, plate: string): Promise<number> {
  const { rowCount } = await pool.query('select from transit where plate = $1', [plate]);
  return rowCount ?? 0;
}
