import { existsSync } from 'node:fs';
import { chromium, defineConfig } from '@playwright/test';

/** Browser of the system, for machines where `npx playwright install chromium` did not run. */
const systemBrowser = process.env.CHROMIUM ?? '/usr/bin/chromium';
const hasSystemBrowser = existsSync(systemBrowser);
const hasBrowser = hasSystemBrowser || existsSync(chromium.executablePath());
if (!hasBrowser)
  console.log('Skipped: there is no browser for the tests of pages; run npx playwright install chromium');

export default defineConfig({
  testDir: 'playwright',
  testIgnore: hasBrowser ? [] : ['application.spec.ts'],
  use: hasSystemBrowser ? { launchOptions: { executablePath: systemBrowser, args: ['--no-sandbox'] } } : {},
});
