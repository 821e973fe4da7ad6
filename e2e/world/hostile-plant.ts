import http from 'node:http';

/** Response of a server that pretends to be a plant: markup, 10 MB, no response, a redirect to itself, a script in every text. */
export type Hostility = 'markup' | 'huge' | 'silence' | 'redirect' | 'script';

const SCRIPT = '<img src=x onerror="window.wasRun=true"><script>window.wasRun=true</script>';
/** Where a redirect leads; no call of the app has this address. */
const ELSEWHERE = '/elsewhere';

function respond(response: http.ServerResponse, hostility: Hostility): void {
  switch (hostility) {
    case 'markup':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<html><body>${SCRIPT}</body></html>`);
      return;
    case 'huge':
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{"user":"${'x'.repeat(10_000_000)}"}`);
      return;
    case 'silence':
      return;
    case 'redirect':
      response.writeHead(307, { Location: ELSEWHERE }).end();
      return;
    case 'script':
      response
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error_code: SCRIPT, sub_code: SCRIPT, message: SCRIPT, detail: SCRIPT, path: SCRIPT }));
  }
}

/**
 * Serves `hostility` for every call on a port, with CORS for the app of `origin`. `calls`: how many came,
 * `followed`: how many of them by a redirect.
 */
export async function startHostilePlant(options: {
  port: number;
  origin: string;
  hostility: Hostility;
}): Promise<{ calls: () => number; followed: () => number; stop: () => Promise<void> }> {
  const { port, origin, hostility } = options;
  let calls = 0;
  let followed = 0;
  const server = http.createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
    response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    calls += 1;
    if (request.url === ELSEWHERE) followed += 1;
    respond(response, hostility);
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return {
    calls: () => calls,
    followed: () => followed,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
