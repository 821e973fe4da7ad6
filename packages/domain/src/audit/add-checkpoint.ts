import { fromBase64, toBase64 } from './audit-bytes.ts';

/** Hashes of the longest consistency proof (C2SP tlog-witness). */
const MAX_PROOF_HASHES = 63;
const HASH_BYTES = 32;

/** What a log sends to a witness. */
export interface AddCheckpoint {
  /** Size of the checkpoint the witness cosigned last, as the log knows it. */
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly note: string;
}

/** Body of a submission to a witness (C2SP tlog-witness). */
export const formatAddCheckpoint = ({ oldSize, proof, note }: AddCheckpoint): string =>
  `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;

/** Parses a submission; null when anything is not written exactly as specified. */
export function parseAddCheckpoint(text: string): AddCheckpoint | null {
  const cut = text.indexOf('\n\n');
  if (cut < 0) return null;
  const [first = '', ...lines] = text.slice(0, cut).split('\n');
  const size = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
  if (size === undefined || !Number.isSafeInteger(Number(size)) || lines.length > MAX_PROOF_HASHES) return null;
  const proof: Uint8Array[] = [];
  for (const line of lines) {
    const hash = fromBase64(line);
    if (hash === null || hash.length !== HASH_BYTES) return null;
    proof.push(hash);
  }
  return { oldSize: Number(size), proof, note: text.slice(cut + 2) };
}
