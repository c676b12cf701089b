/** Rejects the import of the package by a Node that is too old, before modules are evaluated that fail there. */
import { findNodeVersionProblem } from '../src/helpers/node-version.ts';

const problem = findNodeVersionProblem();
if (problem !== undefined) throw new Error(`portico ${problem}`);
