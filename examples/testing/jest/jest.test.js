/** Jest: a facade for each file. Run it with `node --experimental-vm-modules`, because the package consists of ES modules. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { usePortico } from 'portico/testing';

const portico = usePortico({ beforeAll, beforeEach, afterAll });

test('shows the name of a project', async () => {
  const { data } = await portico().query('{ project(id: 14) { name } }', {}, 'developer');
  expect(data).toEqual({ project: { name: 'Engine' } });
});
