import { listedMetrics, registeredNames } from './metric-names.js';

const documented = listedMetrics();

describe('the table of metrics', () => {
  it('names every metric that exists, and no other', () => {
    expect(documented.length).toBeGreaterThan(10);
    expect(documented.map(({ name }) => name).sort()).toEqual([...new Set(registeredNames())].sort());
  });

  it('follows the naming of Prometheus: counters end in _total, histograms in their unit', () => {
    const misnamed = documented.filter(
      ({ name, type }) =>
        (type === 'counter') !== name.endsWith('_total') || (type === 'histogram' && !name.endsWith('_seconds')),
    );
    expect(misnamed).toEqual([]);
  });
});
