/** The area of examples/area, with the sources of this checkout. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const exampleFolder = fileURLToPath(new URL('../../examples/area/', import.meta.url));
const kit = new URL('../../package/kit.ts', import.meta.url).href;

export interface ExampleArea extends Disposable {
  /** Temporary folder of the modules. */
  readonly folder: string;
  /** Path of the module of the area. */
  readonly area: string;
  /** Writes a module that imports the kit of this checkout. @returns its path */
  writeModule(name: string, source: string): string;
}

/** Copies the area to a temporary folder, which is removed on disposal. */
export function copyExampleArea(): ExampleArea {
  const folder = mkdtempSync(join(tmpdir(), 'portico-area-'));
  const writeModule = (name: string, source: string) => {
    const path = join(folder, name);
    writeFileSync(path, source.replaceAll("'portico/kit'", `'${kit}'`));
    return path;
  };
  cpSync(join(exampleFolder, 'contract.yaml'), join(folder, 'contract.yaml'));
  writeModule('sandbox.ts', readFileSync(join(exampleFolder, 'sandbox.ts'), 'utf8'));
  const area = writeModule('area.ts', readFileSync(join(exampleFolder, 'area.ts'), 'utf8'));
  return { folder, area, writeModule, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
