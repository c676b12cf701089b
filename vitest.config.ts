import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/wire-log.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // The files of a worker share its modules, as nearly all of the sources are imported by nearly all of them.
    isolate: false,
    restoreMocks: true,
    // The sources run as they do in production, by Node itself.
    experimental: { viteModuleRunner: false },
  },
});
