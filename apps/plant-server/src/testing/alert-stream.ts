import { LiveAlert, receiveAlerts } from '@varco/contract/plant/alerts.ts';

interface StreamEvent {
  readonly event: string;
  readonly id: string | null;
  readonly data: unknown;
}

/** A real connection to the stream of alerts of a plant that listens. */
export interface TestStream {
  readonly status: number;
  readonly headers: Headers;
  /** First lines, before any event. */
  next(): Promise<StreamEvent | null>;
  /** The next alert, pings passed over; null: the stream ended. */
  nextAlert(): Promise<(LiveAlert & { readonly place: string }) | null>;
  /** Place after everything taken so far. */
  place(): string;
  close(): void;
}

/** Opens a stream; one that is refused has only its status. */
export async function openStream(
  origin: string,
  token: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestStream> {
  const ending = new AbortController();
  const answer = await fetch(`${origin}${receiveAlerts.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: ending.signal,
  });
  // Refused before its body was read: the connection is of no further use.
  if (answer.status !== 200) ending.abort();
  const reader = answer.status !== 200 ? undefined : answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  let place = '';
  const next = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const end = held.indexOf('\n\n');
      if (end >= 0) {
        const lines = held.slice(0, end).split('\n');
        held = held.slice(end + 2);
        const field = (name: string): string | null =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
        const data = field('data');
        const id = field('id');
        if (id !== null) place = id;
        return { event: field('event') ?? lines[0] ?? '', id, data: data === null ? null : JSON.parse(data) };
      }
      const more = await reader?.read().catch(() => ({ done: true, value: undefined }));
      if (more === undefined || more.value === undefined) return null;
      held += more.value;
    }
  };
  return {
    status: answer.status,
    headers: answer.headers,
    next,
    async nextAlert() {
      for (;;) {
        const found = await next();
        if (found === null) return null;
        if (found.event === 'alert') return { ...LiveAlert.parse(found.data), place: found.id ?? '' };
      }
    },
    place: () => place,
    close: () => ending.abort(),
  };
}
