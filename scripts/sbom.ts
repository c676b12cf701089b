/** Creates the software bill of materials of the package, which bundles its dependencies. */

import type { Manifest } from './bundled-packages.ts';

const toPurl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function toComponent({ name, version, license }: Manifest, type: 'application' | 'library') {
  if (name === undefined || version === undefined || license === undefined)
    throw new Error(`The package ${name} has no version or no license`);
  const purl = toPurl(name, version);
  // Identifiers and expressions of SPDX are both valid expressions.
  return { type, 'bom-ref': purl, name, version, purl, licenses: [{ expression: license }] };
}

/**
 * SBOM in the JSON format of CycloneDX 1.6, without a timestamp, so that builds are reproducible.
 * @param bundled packages whose modules the product contains
 * @throws Error if a package has no name, version or license
 */
export function createSbom(product: Manifest, bundled: readonly Manifest[]) {
  const component = toComponent(product, 'application');
  const unique = new Map(bundled.map((manifest) => [`${manifest.name}@${manifest.version}`, manifest]));
  const components = [...unique.values()]
    .map((manifest) => toComponent(manifest, 'library'))
    .toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component },
    components,
    dependencies: [{ ref: component['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  };
}
