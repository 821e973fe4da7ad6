import type { FileSource } from '@varco/imports/inspect-file.ts';

/** A chosen file as a source: read in the pieces in which the browser delivers it, never whole. */
export const createBlobSource = (blob: Blob): FileSource => ({
  async *read() {
    const reader = blob.stream().getReader();
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
    } finally {
      await reader.cancel();
    }
  },
});
