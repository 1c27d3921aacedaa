import { KnownPaths } from './known-paths.js';

const paths = new KnownPaths();
for (const [method, url] of [
  ['GET', '/'],
  ['GET', '/jobs/:id'],
  ['DELETE', '/jobs/:id'],
  ['POST', '/jobs/batch'],
  ['GET', '/files/*'],
  ['POST', '/jobs'],
]) {
  paths.add({ method, url, handler: () => undefined } as never);
}
const methods = (url: string) => [...(paths.find(url)?.methods ?? [])].sort();

describe('known paths', () => {
  it.each([
    ['/', ['GET']],
    ['/jobs', ['POST']],
    ['/jobs?x=/jobs/1', ['POST']],
    ['/jobs/4711', ['DELETE', 'GET']],
    ['/jobs/a%2Fb', ['DELETE', 'GET']],
    ['/j%6fbs', ['POST']],
    ['/jobs/batch', ['DELETE', 'GET', 'POST']],
    ['/files/a/b/c', ['GET']],
  ])('%s has the methods of every route that matches it: %j', (url, expected) =>
    expect(methods(url)).toEqual(expected),
  );

  it.each(['/nowhere', '/jobs/', '/jobs/1/2', '', '/Jobs', '/%zz', '//', `/${'a/'.repeat(8_000)}`])(
    '%s is unknown',
    (url) => expect(methods(url)).toEqual([]),
  );
});
