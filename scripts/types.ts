/**
 * Writes the type declarations of the entry points into `dist`, their API reports into `api`, and their reference pages into `docs/reference`.
 * With `--check` it fails instead if a report or page is stale; with `--declarations` it writes neither.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { entryPoints, unbundledTypes } from './entry-points.ts';
import { renderReference } from './reference.ts';

const isCheck = process.argv.includes('--check');
const hasReports = !process.argv.includes('--declarations');
const declarations = resolve('dist/declarations');
const temporary = mkdtempSync(join(tmpdir(), 'portico-api-'));

/** Types of packages that the bundle contains, which users of the package need not install. */
const bundledPackages = ['graphql'];

const references = 'docs/reference';

/** Writes the reference page of an entry point, or checks it. @returns whether it is up to date */
function updateReference(name: string, modelFile: string): boolean {
  const file = `${references}/${name}.md`;
  const page = renderReference(name === 'portico' ? name : `portico/${name}`, modelFile);
  if (!isCheck) {
    mkdirSync(references, { recursive: true });
    writeFileSync(file, page);
    return true;
  }
  const isCurrent = readFileSync(file, 'utf8') === page;
  if (!isCurrent) console.error(`${file} was stale: run npm run types and commit it`);
  return isCurrent;
}

function extract(name: string): boolean {
  const modelFile = join(temporary, `${name}.api.json`);
  const config = ExtractorConfig.prepare({
    configObjectFullPath: resolve('api-extractor.json'),
    packageJsonFullPath: resolve('package.json'),
    configObject: {
      projectFolder: resolve('.'),
      mainEntryPointFilePath: resolve(declarations, 'package', `${name}.d.ts`),
      bundledPackages,
      compiler: { tsconfigFilePath: resolve('tsconfig.types.json') },
      apiReport: {
        enabled: hasReports,
        reportFileName: `${name}.api.md`,
        reportFolder: resolve('api'),
        reportTempFolder: temporary,
      },
      docModel: { enabled: hasReports, apiJsonFilePath: modelFile, includeForgottenExports: true },
      dtsRollup: { enabled: !unbundledTypes.has(name), untrimmedFilePath: resolve('dist', `${name}.d.ts`) },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Error },
          // Types that an entry point refers to without exporting them are in its declarations all the same.
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.None },
          // The name of some members suffices.
          'ae-undocumented': { logLevel: ExtractorLogLevel.None },
          // Everything that an entry point exports is public.
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  const { succeeded, apiReportChanged } = Extractor.invoke(config, {
    localBuild: !isCheck,
    // npm pack prints JSON on the standard output.
    messageCallback(message) {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) console.error(message.formatMessageWithLocation(resolve('.')));
    },
  });
  if (isCheck && apiReportChanged) console.error(`api/${name}.api.md was stale: run npm run types and commit it`);
  const isCurrent = !hasReports || updateReference(name, modelFile);
  return succeeded && isCurrent && !(isCheck && apiReportChanged);
}

rmSync(declarations, { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], { stdio: 'inherit' });
const isComplete = entryPoints.map(extract).every(Boolean);
rmSync(temporary, { recursive: true, force: true });
process.exitCode = isComplete ? 0 : 1;
