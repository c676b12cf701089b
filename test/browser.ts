/** Opens pages in the installed browser, and records errors and requests to other hosts. */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const screenshots = process.env.SCREENSHOTS ?? join(tmpdir(), 'portico-screenshots');

export const browserFound = existsSync(browserPath);
if (!browserFound) console.log(`Skipped: there is no browser at ${browserPath}; CHROMIUM names another one`);

/** Size of a page, unless a test sets another one. */
export const viewport = { width: 1280, height: 800 };

export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors of scripts, violations of the content security policy, and requests to other hosts. */
  readonly problems: readonly string[];
  /** Writes a screenshot of the page to a file. */
  shoot(name: string): Promise<void>;
}

/** Browser of the open pages, which ends with the last of them. */
let browser: Promise<Browser> | undefined;
let openPages = 0;

/** Opens a page without the data of others, with its own storage. It shares a browser with the pages that are open already, because the start of a browser takes long. */
export async function openPage(url: URL, options: BrowserContextOptions = {}): Promise<OpenPage> {
  openPages += 1;
  browser ??= chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  const shared = browser;
  const context = await (await shared).newContext({ viewport, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(text)) problems.push(text);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== url.origin) problems.push(request.url());
  });
  await page.goto(url.href);
  return {
    page,
    problems,
    async shoot(name) {
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      openPages -= 1;
      if (openPages > 0) return;
      browser = undefined;
      await (await shared).close();
    },
  };
}
