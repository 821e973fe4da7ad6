import type { ManifestFacts } from '@varco/evidence/manifest.ts';
import type { SummaryWords } from '@varco/evidence/summary.ts';
import { forkBackground } from '@varco/server-kit/process/background-process.ts';

/** All inputs of a part. */
export interface AssemblyOrder {
  /** Folder of the segments of the export, and the key that opens them (`SegmentStore`). */
  readonly folder: string;
  readonly id: string;
  readonly segmentKey: Uint8Array;
  readonly segments: number;
  /** Path of the output file, which must not exist. */
  readonly draft: string;
  readonly password: string;
  readonly facts: ManifestFacts;
  readonly words: Omit<SummaryWords, 'time'>;
  /** Signing key, PKCS 8 bytes. */
  readonly signingKey: Uint8Array;
}

export interface AssembledPart {
  readonly bytes: number;
  readonly sha256: string;
}

export type AssemblyMessage = { readonly part: AssembledPart } | { readonly trouble: string };

/**
 * Assembles a part in a child process: writing thousands of rows would block the server. The file is durable when it
 * resolves. Throws the error of the child, or the signal's reason when aborted; the child has ended in either case.
 */
export async function assembleInChildProcess(order: AssemblyOrder, signal: AbortSignal): Promise<AssembledPart> {
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
      child.once('message', (received) => {
        const answer = received as AssemblyMessage;
        if ('part' in answer) done(answer.part);
        else fail(new Error(`assembling a part failed: ${answer.trouble}`));
      });
      child.once('error', fail);
      child.once('exit', (code, by) =>
        fail(signal.aborted ? signal.reason : new Error(`the process that assembles parts ended (${by ?? code})`)),
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
