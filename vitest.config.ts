import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/wire-log.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 3,
    // Most of what a test makes is gone when it ends, so that a larger young generation leaves little to be promoted.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a worker share its modules, as nearly all of the sources are imported by nearly all of them.
    isolate: false,
    restoreMocks: true,
    // The sources run as they do in production, by Node itself.
    experimental: { viteModuleRunner: false },
  },
});
