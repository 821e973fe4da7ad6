import type { FileDescription, ReadingChoice } from '@varco/imports/describe-file.ts';
import type { FileContents, OpenedFile } from '@varco/imports/file-reader.ts';
import type { ImportBatch } from '@varco/imports/read-batches.ts';
import type { ReaderRequest, ReaderResponse, ReadingFault } from './reader-messages.ts';

/** Reading failed; the fault has a text in the language files. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
  readonly fault: ReadingFault;

  constructor(fault: ReadingFault) {
    super(`${fault.code} ${fault.detail}`);
    this.fault = fault;
  }
}

/** The reading thread of one file. All methods throw `ReadingFailure`. */
export interface ReaderClient {
  /** `onBytes`: bytes read so far. */
  open(file: File, onBytes: (bytes: number) => void): Promise<OpenedFile>;
  describe(choice: ReadingChoice): Promise<FileDescription>;
  /** A later count ends an earlier one, which then fails. */
  count(choice: ReadingChoice, onLines: (lines: number) => void): Promise<FileContents>;
  begin(choice: ReadingChoice): Promise<void>;
  next(): Promise<ImportBatch | null>;
  /** Ends the thread; open calls are never answered. */
  close(): void;
}

type Call = ReaderRequest extends infer One ? (One extends { readonly id: number } ? Omit<One, 'id'> : never) : never;

interface OpenCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (count: number) => void;
}

/** Starts a thread. Its code is loaded with it, never with the app. */
export function startReader(): ReaderClient {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });
  const calls = new Map<number, OpenCall>();
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<ReaderResponse>) => {
    const open = calls.get(data.id);
    if (data.kind === 'progress') open?.onProgress(data.count);
    else {
      calls.delete(data.id);
      if (data.kind === 'done') open?.resolve(data.value);
      else open?.reject(new ReadingFailure(data.fault));
    }
  };
  worker.onerror = () => {
    for (const { reject } of calls.values()) reject(new ReadingFailure({ code: 'unreadable', detail: '' }));
    calls.clear();
  };
  const call = (request: Call, onProgress: (count: number) => void = () => {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      calls.set(last, { resolve, reject, onProgress });
      worker.postMessage({ ...request, id: last });
    });
  // The thread is of the same build, so its values have the types of the reader.
  return {
    open: async (file, onBytes) => (await call({ call: 'open', file }, onBytes)) as OpenedFile,
    describe: async (choice) => (await call({ call: 'describe', choice })) as FileDescription,
    count: async (choice, onLines) => (await call({ call: 'count', choice }, onLines)) as FileContents,
    begin: async (choice) => void (await call({ call: 'begin', choice })),
    next: async () => (await call({ call: 'next' })) as ImportBatch | null,
    close: () => worker.terminate(),
  };
}
