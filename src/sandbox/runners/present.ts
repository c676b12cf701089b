/** Presentation of runners. */
import type { SchemaType } from '../../contract/index.ts';
import type { Loose } from '../kit/area.ts';
import type { RunnerRow } from './rows.ts';

export function runnerSummary(row: RunnerRow) {
  return {
    id: row.id,
    description: row.description,
    paused: row.paused,
    active: !row.paused,
    ip_address: '',
    is_shared: row.type === 'instance_type',
    runner_type: row.type,
    name: row.name,
    online: row.status === 'never_contacted' ? null : row.status === 'online',
    status: row.status,
  } satisfies Loose<SchemaType<'RunnerSummary'>>;
}
