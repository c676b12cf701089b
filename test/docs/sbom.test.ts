/** The software bill of materials lists the bundled packages. */
import { expect, test } from 'vitest';
import { createSbom } from '../../scripts/sbom.ts';

const product = { name: 'portico', version: '1.2.3', license: 'MIT' };

test('lists each version of a package once, sorted, as a dependency of the product', () => {
  const undici = { name: 'undici', version: '8.0.0', license: 'MIT' };
  const sbom = createSbom(product, [
    undici,
    { name: '@pothos/core', version: '4.0.0', license: '(MIT OR ISC)' },
    undici,
    { ...undici, version: '7.0.0' },
  ]);
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(sbom.metadata.component).toMatchObject({ type: 'application', purl: 'pkg:npm/portico@1.2.3' });
  expect(sbom.components.map(({ purl, licenses }) => [purl, licenses])).toEqual([
    ['pkg:npm/%40pothos/core@4.0.0', [{ expression: '(MIT OR ISC)' }]],
    ['pkg:npm/undici@7.0.0', [{ expression: 'MIT' }]],
    ['pkg:npm/undici@8.0.0', [{ expression: 'MIT' }]],
  ]);
  expect(sbom.dependencies).toEqual([
    { ref: 'pkg:npm/portico@1.2.3', dependsOn: sbom.components.map((component) => component['bom-ref']) },
  ]);
});

test('rejects a package without a license', () => {
  expect(() => createSbom(product, [{ name: 'odd', version: '1.0.0' }])).toThrow('odd has no version or no license');
});
