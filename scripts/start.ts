/** Starts the facade for `npm start`: with the settings of a file `.env`, and with the sandbox if no upstream is configured. */
import { existsSync } from 'node:fs';
import { env, loadEnvFile } from 'node:process';

// Existing environment variables take precedence over the file.
if (existsSync('.env')) loadEnvFile('.env');
if (!env.UPSTREAM_URL) env.SANDBOX ||= 'true';
await import('../src/main.ts');
