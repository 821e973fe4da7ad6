import type { ManifestFacts } from '@varco/evidence/manifest.ts';
import type { SummaryWords } from '@varco/evidence/summary.ts';
import { forkBackground } from '@varco/server-kit/process/background-process.ts';

/** Everything a part is put together from. */
export interface AssemblyOrder {
  /** Where the stretches of the export lie, and what opens them (`SegmentStore`). */
  readonly folder: string;
  readonly id: string;
  readonly stretchKey: Uint8Array;
  readonly segments: number;
  /** A path where nothing is yet. */
  readonly draft: string;
  readonly password: string;
  readonly facts: ManifestFacts;
  readonly words: Omit<SummaryWords, 'time'>;
  /** PKCS 8 bytes of the key that signs. */
  readonly signingKey: Uint8Array;
}

export interface AssembledPart {
  readonly bytes: number;
  readonly sha256: string;
}

export type FromAssembly = { readonly part: AssembledPart } | { readonly trouble: string };

/**
 * Puts a part together in a process of its own: tables of thousands of rows would keep the server from answering. Durable when it
 * resolves. Throws what went wrong there, and the signal's reason when it is stopped; the process is gone in any case.
 */
export async function assembleApart(order: AssemblyOrder, signal: AbortSignal): Promise<AssembledPart> {
  signal.throwIfAborted();
  const child = forkBackground(new URL('./assembly-program.ts', import.meta.url));
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<AssembledPart>((done, fail) => {
      child.once('message', (given) => {
        const answer = given as FromAssembly;
        if ('part' in answer) done(answer.part);
        else fail(new Error(`putting a part together failed: ${answer.trouble}`));
      });
      child.once('error', fail);
      child.once('exit', (code, by) =>
        fail(signal.aborted ? signal.reason : new Error(`the process that puts parts together ended (${by ?? code})`)),
      );
      child.send(order, (error) => {
        if (error !== null) fail(error);
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await gone;
  }
}
