import { Gauge, Histogram, Registry } from 'prom-client';
import { allMetrics, processMetrics } from './process-metrics.js';

function service(name: string, depth: number): Registry {
  const registry = new Registry();
  new Gauge({ name: 'depth', help: 'Depth', registers: [registry] }).set(depth);
  new Histogram({ name: 'seconds', help: 'Time', labelNames: ['type'], buckets: [1], registers: [registry] }).observe(
    { type: 'a' },
    0.5,
  );
  registry.setDefaultLabels({ service: name });
  return registry;
}

describe('the metrics of several services in one process', () => {
  it('keep each service apart, and declare each name once', async () => {
    const { metrics } = allMetrics(new Registry(), [service('auth', 3), service('billing', 4)]);
    const lines = (await metrics()).split('\n');
    expect(lines.filter((line) => line.startsWith('# TYPE '))).toEqual([
      '# TYPE depth gauge',
      '# TYPE seconds histogram',
    ]);
    expect(lines).toEqual(expect.arrayContaining(['depth{service="auth"} 3', 'depth{service="billing"} 4']));
    expect(lines).toEqual(
      expect.arrayContaining([
        'seconds_count{type="a",service="auth"} 1',
        'seconds_bucket{le="1",type="a",service="billing"} 1',
      ]),
    );
  });

  it('show the resources of the process once, and the same at every look', async () => {
    const all = allMetrics(processMetrics(), [service('auth', 3), service('billing', 4)]);
    await all.metrics();
    const text = await all.metrics();
    expect(text.match(/^# TYPE nodejs_eventloop_lag_seconds gauge$/gm)).toHaveLength(1);
    expect(text.match(/^process_resident_memory_bytes /gm)).toHaveLength(1);
    expect(text).toContain('depth{service="auth"} 3\n');
  });
});
