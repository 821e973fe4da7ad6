import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate that is its own authority, with its key (PEM). */
export interface CameraCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate for this machine's own address, as a camera makes one for itself. Needs `openssl`. */
export async function makeCameraCertificate(): Promise<CameraCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'varco-camera-tls-'));
  const [key, cert] = [join(folder, 'tls.key'), join(folder, 'tls.pem')];
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=camera'];
  const where = ['-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2', '-keyout', key, '-out', cert];
  try {
    await promisify(execFile)('openssl', ['req', '-x509', ...what, ...where]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
