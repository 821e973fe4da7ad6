import type { Client } from 'pg';
import type { CameraIntakeDeps } from '../camera-intake.deps.ts';
import { createStoreVehicles } from '../store-vehicles.ts';
import { followAxisEvents } from './axis-events.ts';
import { createDeliver } from './deliver.ts';
import { followEventStream } from './event-stream.ts';
import { folderOfCamera } from './folder-of-camera.ts';
import { PendingBytes } from './follow-connection.ts';
import { subscribeMqtt } from './mqtt-subscription.ts';
import { followOnvifEvents } from './onvif-events.ts';
import { openTcpPort } from './tcp-port.ts';
import type { ConnectionHistory, Deliver, NoteContact, OpenTransport, TransportCamera } from './transport.ts';
import { readTransportCameras, storeConnection, takeLeadership } from './transports.repository.ts';
import { watchFolder } from './watched-folder.ts';

/** As of messages by HTTP. */
const MAX_PENDING_BYTES = 256 * 1024 * 1024;

const NO_HISTORY: ConnectionHistory = { since: null, lastFault: null, lastFaultAt: null };

/** One way in: all cameras of a port share one listener, each other camera has its own. */
interface PlannedTransport {
  /** Its settings and members as text: another text is another transport. */
  readonly signature: string;
  readonly cameras: readonly TransportCamera[];
  open(): OpenTransport;
}

/**
 * Keeps the ways in open that cameras need which do not call the plant: ports, folders, brokers and event streams (ADR 0030).
 * One process of the plant does it, the one that holds a lock of the database; when it is lost, another takes over.
 */
export class CameraTransports {
  private readonly deps: CameraIntakeDeps;
  private readonly host: string;
  private readonly deliver: Deliver;
  private readonly pendingBytes = new PendingBytes(MAX_PENDING_BYTES);
  private readonly open = new Map<string, { readonly plan: PlannedTransport; readonly transport: OpenTransport }>();
  private readonly noteContact: NoteContact;
  /** States of connections as written, by camera. */
  private readonly written = new Map<number, string>();
  private leader: Pick<Client, 'end'> | null = null;
  private isStopped = false;

  /** @param host address that ports of cameras listen on */
  constructor(deps: CameraIntakeDeps, host: string) {
    this.deps = deps;
    this.host = host;
    this.deliver = createDeliver(deps, createStoreVehicles(deps));
    this.noteContact = ({ id }) => deps.cameraTally.count(id, { heartbeats: 1 });
  }

  /** Opens and closes what changed since the last call, and writes down what does not work. */
  async refresh(): Promise<void> {
    if (this.isStopped) return;
    this.leader ??= await takeLeadership(this.deps.pool, () => {
      this.leader = null;
    });
    const cameras = this.leader === null ? [] : await readTransportCameras(this.deps.store.runner, this.deps.key);
    const planned = new Map(this.plan(cameras));
    for (const [name, { plan, transport }] of this.open)
      if (planned.get(name)?.signature !== plan.signature) {
        this.open.delete(name);
        // A change of the camera forgets its fault.
        for (const { id } of plan.cameras) this.written.delete(id);
        await transport.stop();
      }
    for (const [name, plan] of planned) if (!this.open.has(name)) this.open.set(name, { plan, transport: plan.open() });
    await this.writeConnections();
  }

  private async writeConnections(): Promise<void> {
    for (const { plan, transport } of this.open.values()) {
      const connection = { fault: transport.fault(), ...(transport.history?.() ?? NO_HISTORY) };
      const state = JSON.stringify(connection);
      for (const { id } of plan.cameras) {
        if (this.written.get(id) === state) continue;
        await storeConnection(this.deps.store.runner, id, connection);
        this.written.set(id, state);
      }
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.open.values()].map(({ transport }) => transport.stop()));
    this.open.clear();
    await this.leader?.end();
    this.leader = null;
  }

  private *plan(cameras: readonly TransportCamera[]): Generator<readonly [string, PlannedTransport]> {
    const { deliver, host, noteContact, pendingBytes } = this;
    const { log, now, outbound, cameraFolder } = this.deps;
    const byPort = Map.groupBy(cameras, ({ reception }) => (reception.tipo === 'tcp' ? reception.porta : null));
    for (const [port, members] of byPort)
      if (port !== null)
        yield [
          `tcp ${port}`,
          planFor(members, () => openTcpPort({ host, port, cameras: members, deliver, pendingBytes, log })),
        ];
    for (const camera of byPort.get(null) ?? []) {
      const { reception } = camera;
      const folder = folderOfCamera(cameraFolder, camera.uuid);
      const own = (open: () => OpenTransport) => [`camera ${camera.id}`, planFor([camera], open)] as const;
      if (reception.tipo === 'cartella') yield own(() => watchFolder({ camera, folder, deliver, now, log }));
      if (reception.tipo === 'mqtt') yield own(() => subscribeMqtt({ camera, reception, outbound, deliver, now, log }));
      const source = { camera, outbound, deliver, noteContact, pendingBytes, now, log };
      if (reception.tipo === 'onvif') yield own(() => followOnvifEvents({ ...source, reception }));
      if (reception.tipo === 'flusso')
        yield own(() =>
          /^wss?:/i.test(reception.indirizzo)
            ? followAxisEvents({ ...source, reception })
            : followEventStream({ ...source, reception }),
        );
    }
  }
}

const planFor = (cameras: readonly TransportCamera[], open: () => OpenTransport): PlannedTransport => ({
  signature: JSON.stringify(cameras),
  cameras,
  open,
});
