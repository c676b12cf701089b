/** Self-signed certificate for localhost. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SelfSignedCertificate {
  readonly key: string;
  readonly cert: string;
  /** Path of the file with the certificate. */
  readonly file: string;
  remove(): void;
}

/** Whether openssl is installed. Logs a message if it is not. */
export const hasOpenssl = (() => {
  const isInstalled = spawnSync('openssl', ['version']).status === 0;
  if (!isInstalled) console.log('openssl is not installed; the tests that need a certificate are skipped');
  return isInstalled;
})();

export function createCertificate(): SelfSignedCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'portico-certificate-'));
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1';
  const { status, stderr } = spawnSync('openssl', [...args.split(' '), '-keyout', keyFile, '-out', file]);
  if (status !== 0) throw new Error(String(stderr));
  return {
    key: readFileSync(keyFile, 'utf8'),
    cert: readFileSync(file, 'utf8'),
    file,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
