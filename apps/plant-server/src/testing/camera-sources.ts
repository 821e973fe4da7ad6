import * as api from '@varco/contract/plant/camera-intake.ts';
import { listCameraMessages } from '@varco/contract/plant/camera-messages.ts';
import type { ReceptionBody } from '@varco/contract/plant/camera-reception.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { CameraTransports } from '../features/camera-intake/transports/camera-transports.ts';
import { REASON, startTestPlant, type TestPlant } from './test-plant.ts';

const ADMIN = 'amministratore';

/** A plant whose cameras are asked by a process of their own, as in service. */
export interface CameraSources {
  readonly plant: TestPlant;
  /** Adds a camera that counts, of the first gate, and opens its way in. */
  add(reception: ReceptionBody, more?: Partial<api.CameraBody>): Promise<number>;
  /** The camera as administrators see it, after what is open was written down. */
  read(camera: number): Promise<api.Camera>;
  /** What was refused of a camera: the codes, the newest first. */
  readRefusals(camera: number): Promise<readonly (string | null)[]>;
  /** Bytes of what was refused of a camera, as sent, the newest first. */
  readSizes(camera: number): Promise<readonly number[]>;
  find(plate: string): Promise<TransitPage['objects']>;
  /** Ends the process that receives and starts another. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startCameraSources(): Promise<CameraSources> {
  const plant = await startTestPlant();
  const start = (): CameraTransports => {
    const outbound = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
    return new CameraTransports({ ...plant.deps, outbound, now: () => new Date() }, '127.0.0.1');
  };
  const readMessages = async (camera: number) => {
    const { body } = await plant.call(listCameraMessages, { params: { id: camera } }, ADMIN);
    return listCameraMessages.response.parse(body).objects;
  };
  let transports = start();
  return {
    plant,
    async add(ricezione, more = {}) {
      const body: api.CameraBody = {
        ...{ nome: `${ricezione.tipo} ${Math.random()}`, varco_id: 1, famiglia: 'auto', fuso: 'Europe/Rome' },
        ...{ unita: 'kmh', mappatura: null, reti: [], prova: false, ricezione },
        ...more,
      };
      const made = await plant.callRaw(api.createCamera, { body }, ADMIN);
      await transports.refresh();
      return api.CameraWithKey.parse(made.body).camera.id;
    },
    async read(camera) {
      await transports.refresh();
      const { objects } = api.listCameras.response.parse((await plant.call(api.listCameras, {}, ADMIN)).body);
      const found = objects.find(({ id }) => id === camera);
      if (found === undefined) throw new Error('no such camera');
      return found;
    },
    readRefusals: async (camera) => (await readMessages(camera)).map(({ motivo }) => motivo),
    readSizes: async (camera) => (await readMessages(camera)).map(({ dimensione }) => dimensione),
    async find(plate) {
      const answer = await plant.call(searchTransits, { body: { f_targa: plate } }, 'operatore', REASON);
      return TransitPage.parse(answer.body).objects;
    },
    async restart() {
      await transports.stop();
      transports = start();
      await transports.refresh();
    },
    async close() {
      await transports.stop();
      await plant.close();
    },
  };
}
