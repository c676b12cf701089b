/** Structured logs. */
import cluster from 'node:cluster';
import { type DestinationStream, type Logger, pino } from 'pino';

const secretKeys = ['authorization', 'private-token', 'cookie', 'set-cookie', 'token'];

/** Logger that writes JSON lines and redacts the values of secret headers. Lines of a worker contain its process id. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  const paths = secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);
  const base = cluster.isWorker ? { pid: process.pid } : null;
  return pino({ level, base, redact: { paths, censor: '[redacted]' } }, destination);
}
