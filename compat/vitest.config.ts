import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The sources run as they do in production, by Node itself.
    experimental: { viteModuleRunner: false },
  },
});
