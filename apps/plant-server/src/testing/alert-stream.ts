import { LiveAlert, receiveAlerts } from '@varco/contract/plant/alerts.ts';

interface StreamEvent {
  readonly event: string;
  readonly id: string | null;
  readonly data: unknown;
}

/** A real connection to the alert stream of a listening plant. */
export interface TestAlertStream {
  readonly status: number;
  readonly headers: Headers;
  /** Next event, or the first lines of the stream; null: the stream ended. */
  nextEvent(): Promise<StreamEvent | null>;
  /** The next alert, skipping pings; null: the stream ended. */
  nextAlert(): Promise<(LiveAlert & { readonly position: string }) | null>;
  /** Position after the last event received. */
  position(): string;
  close(): void;
}

/** Opens a stream, of alerts unless another path is given; a refused one has only its status. */
export async function openTestStream(
  origin: string,
  token: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  path: string = receiveAlerts.path,
): Promise<TestAlertStream> {
  const ending = new AbortController();
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: ending.signal,
  });
  // A refused connection is closed at once.
  if (answer.status !== 200) ending.abort();
  const reader = answer.status !== 200 ? undefined : answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  let position = '';
  const next = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      if (end >= 0) {
        const lines = buffer.slice(0, end).split('\n');
        buffer = buffer.slice(end + 2);
        const field = (name: string): string | null =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
        const data = field('data');
        const id = field('id');
        if (id !== null) position = id;
        return { event: field('event') ?? lines[0] ?? '', id, data: data === null ? null : JSON.parse(data) };
      }
      const more = await reader?.read().catch(() => ({ done: true, value: undefined }));
      if (more === undefined || more.value === undefined) return null;
      buffer += more.value;
    }
  };
  return {
    status: answer.status,
    headers: answer.headers,
    nextEvent: next,
    async nextAlert() {
      for (;;) {
        const found = await next();
        if (found === null) return null;
        if (found.event === 'alert') return { ...LiveAlert.parse(found.data), position: found.id ?? '' };
      }
    },
    position: () => position,
    close: () => ending.abort(),
  };
}
