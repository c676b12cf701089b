/** A certificate for localhost, from an authority that nobody knows. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnCertificate {
  readonly key: string;
  readonly cert: string;
  /** File with the certificate, which vouches for itself. */
  readonly file: string;
  remove(): void;
}

/** Whether certificates can be made here; tells where not. */
export const hasOpenssl = (() => {
  const isInstalled = spawnSync('openssl', ['version']).status === 0;
  if (!isInstalled) console.log('openssl is not installed; the tests that need a certificate are skipped');
  return isInstalled;
})();

export function makeCertificate(): OwnCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'portico-certificate-'));
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1';
  const { status, stderr } = spawnSync('openssl', [...words.split(' '), '-keyout', keyFile, '-out', file]);
  if (status !== 0) throw new Error(String(stderr));
  return {
    key: readFileSync(keyFile, 'utf8'),
    cert: readFileSync(file, 'utf8'),
    file,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
