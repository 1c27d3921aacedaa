import { repositoryFiles, textOf } from './repository-files.js';

/** Names in string literals of our sources, wherever they are registered. */
const registered = repositoryFiles(/^(services|packages)\/.*\/src\/.*\.ts$/)
  .filter((path) => !/(\.spec|\.e2e|\.suite)\.ts$/.test(path))
  .flatMap((path) => [...textOf(path).matchAll(/'(precis_[a-z_]+)'/g)].map(([, name]) => name))
  .filter((name) => /_(total|seconds|depth|lag|waiting|up|limit|connections)$/.test(name));
const documented = [
  ...textOf('packages/runtime/README.md').matchAll(/^\| `(precis_[a-z_]+)` \| (counter|gauge|histogram) \|/gm),
].map(([, name, type]) => ({ name, type }));

describe('the table of metrics', () => {
  it('names every metric that there is, and no other', () => {
    expect(documented.length).toBeGreaterThan(10);
    expect(documented.map(({ name }) => name).sort()).toEqual([...new Set(registered)].sort());
  });

  it('calls them as Prometheus does: counters end in _total, histograms in their unit', () => {
    const misnamed = documented.filter(
      ({ name, type }) =>
        (type === 'counter') !== name.endsWith('_total') || (type === 'histogram' && !name.endsWith('_seconds')),
    );
    expect(misnamed).toEqual([]);
  });
});
