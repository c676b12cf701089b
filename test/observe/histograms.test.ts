import { expect, test } from 'vitest';
import { DurationHistogram } from '../../src/edge/observe/metrics/histograms.ts';

test('counts a duration in each bucket whose upper bound it does not exceed, and in +Inf', () => {
  const durations = new DurationHistogram({
    name: 'wait_seconds',
    help: 'Time.',
    labels: ['queue', 'kind'],
    buckets: [0.5, 2],
  });
  const [shortWaits, longWaits] = [
    durations.series({ kind: 'short', queue: 'a' }),
    durations.series({ kind: 'long', queue: 'b' }),
  ];
  for (const seconds of [0, 0.5, 0.75, 2, 4]) shortWaits.observe(seconds);
  longWaits.observe(3);
  expect(durations.text()).toBe(`# HELP wait_seconds Time.
# TYPE wait_seconds histogram
wait_seconds_bucket{le="0.5",queue="a",kind="short"} 2
wait_seconds_bucket{le="2",queue="a",kind="short"} 4
wait_seconds_bucket{le="+Inf",queue="a",kind="short"} 5
wait_seconds_sum{queue="a",kind="short"} 7.25
wait_seconds_count{queue="a",kind="short"} 5
wait_seconds_bucket{le="0.5",queue="b",kind="long"} 0
wait_seconds_bucket{le="2",queue="b",kind="long"} 0
wait_seconds_bucket{le="+Inf",queue="b",kind="long"} 1
wait_seconds_sum{queue="b",kind="long"} 3
wait_seconds_count{queue="b",kind="long"} 1`);
});
