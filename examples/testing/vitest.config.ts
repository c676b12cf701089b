import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['{vitest,test}/**/*.test.ts'], testTimeout: 60_000 } });
