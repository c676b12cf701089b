/** Structured logs. */
import { type DestinationStream, type Logger, pino } from 'pino';

const secretKeys = ['authorization', 'private-token', 'cookie', 'set-cookie', 'token'];

/** Logger that writes JSON lines and redacts the values of secret headers. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  const paths = secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);
  return pino({ level, base: null, redact: { paths, censor: '[redacted]' } }, destination);
}
