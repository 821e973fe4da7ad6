/** No password or PIN is longer; a pipe that sends more was connected by mistake. */
const MAX_SECRET_BYTES = 4_096;

/**
 * Reads a password from a pipe: the first line, without its line break. A password in the arguments would be visible in
 * the list of processes and in the history of the shell.
 * @throws RangeError when the first line is too long
 */
export async function readSecretLine(input: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    const end = bytes.indexOf(0x0a);
    chunks.push(end === -1 ? bytes : bytes.subarray(0, end));
    size += end === -1 ? bytes.length : end;
    if (size > MAX_SECRET_BYTES) throw new RangeError('secret too long');
    if (end !== -1) break;
  }
  return new TextDecoder()
    .decode(await new Blob(chunks.map((one) => new Uint8Array(one))).arrayBuffer())
    .replace(/\r$/, '');
}
