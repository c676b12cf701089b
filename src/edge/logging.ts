/** Structured logs. */
import { type DestinationStream, type Logger, pino } from 'pino';

const secretKeys = ['authorization', 'private-token', 'cookie', 'set-cookie', 'token'];

/** A logger that writes JSON lines to the standard error and redacts the values of secret headers. */
export function createLogger(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const paths = secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);
  return pino({ level, base: null, redact: { paths, censor: '[redacted]' } }, destination);
}
