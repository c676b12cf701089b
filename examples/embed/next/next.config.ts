import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  // Portico is loaded by Node: it reads files of its own package.
  serverExternalPackages: ['portico'],
  turbopack: { root: join(import.meta.dirname, '..') },
};

export default config;
