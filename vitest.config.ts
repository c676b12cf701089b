import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first, so that none of them is begun last; the rest follows in the order of Vitest. */
const longest = [
  /\/process\/workers/,
  /\/explorer\/page/,
  /\/(?:edge\/main|cli\/find\/every-call|graph\/paging|attacks\/|properties\/|execution\/differential|watch\/redis|watch\/wake-ups)/,
];

function getRank({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((pattern) => pattern.test(moduleId));
  return index === -1 ? longest.length : index;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => getRank(a) - getRank(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/temporary-files.ts', 'test/wire-log.ts', 'test/properties/seed.ts', 'test/build.ts'],
    // Limits that only a test which never ends reaches, also beside other work on the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Far above what a condition takes on a busy machine: the default is one second.
    expect: { poll: { timeout: 10_000 } },
    // One of them often waits, for a timer or another process.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Most of what a test makes is gone when it ends, so that a larger young generation leaves little to be promoted.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a worker share its modules, as nearly all of the sources are imported by nearly all of them.
    isolate: false,
    restoreMocks: true,
    // The sources run as they do in production, by Node itself.
    experimental: { viteModuleRunner: false },
  },
});
