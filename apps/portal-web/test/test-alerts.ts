import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { readAll, sendJson } from './test-server.ts';

/** Alert stream of a plant on the origin of the browser tests. `push` sends an alert, `cut` ends every stream. */
export function testAlerts(): Plugin {
  const open = new Set<ServerResponse>();
  const requested: unknown[] = [];
  const sent: string[] = [];
  const tell = (to: ServerResponse, place: number): void => {
    to.write(`event: alert\nid: ${place}\ndata: ${sent[place - 1] ?? ''}\n\n`);
  };
  return {
    name: 'test-alerts',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        if (url === '/test-alerts/asked') return sendJson(response, requested);
        if (url === '/test-alerts/cut') {
          for (const one of open) one.end();
          return sendJson(response, {});
        }
        if (url !== '/test-alerts/push' && url !== '/api/notifications/receive') return next();
        void readAll(request).then((text) => {
          if (url === '/test-alerts/push') {
            sent.push(text);
            for (const one of open) tell(one, sent.length);
            return sendJson(response, {});
          }
          const body: { last_id?: string } = JSON.parse(text);
          requested.push(body);
          response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
          const from = Number(body.last_id ?? sent.length);
          response.write(`retry: 5000\n\nevent: ping\nid: ${from}\ndata: {}\n\n`);
          for (let place = from + 1; place <= sent.length; place += 1) tell(response, place);
          open.add(response);
          response.once('close', () => open.delete(response));
          return undefined;
        });
        return undefined;
      });
    },
  };
}
