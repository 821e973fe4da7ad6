import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendError, sendJson } from './test-server.ts';

interface StoredGroup {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly plants: readonly number[];
  readonly ver: number;
}

const CHANGED = { by: 'verdi', at: '2026-11-20T13:00:00.000Z' };

/** Groups of plants of the test portal, in memory. A group named `Superato` was changed by somebody else meanwhile. */
export class TestPlantGroups {
  #groups: StoredGroup[] = [];

  /** Answers a call of `/api/v1/plant-groups` or of a person's plants. */
  respond(route: string, body: Record<string, unknown>, response: ServerResponse): void {
    if (route.startsWith('POST /api/v1/user/')) return sendJson(response, { added: 2, known: 1 });
    const id = route.split('/api/v1/plant-groups/')[1] ?? randomUUID();
    const before = this.#groups.find((group) => group.id === id);
    const rest = this.#groups.filter((group) => group.id !== id);
    if (route.startsWith('GET'))
      return sendJson(response, { groups: this.#groups.map((group) => ({ ...group, changed: CHANGED })) });
    if (route.startsWith('DELETE')) {
      this.#groups = rest;
      response.writeHead(204).end();
      return;
    }
    const name = String(body['name']);
    if (name === 'Superato' || (before !== undefined && body['ver'] !== before.ver))
      return sendError(response, 409, 'conflict', '');
    if (rest.some((group) => group.name === name)) return sendError(response, 409, 'duplicate');
    const plants = Array.isArray(body['plants']) ? body['plants'].map(Number) : [];
    const group = { id, kind: String(body['kind']), name, plants, ver: (before?.ver ?? 0) + 1 };
    this.#groups = [...rest, group];
    sendJson(response, { ...group, changed: CHANGED });
  }
}
