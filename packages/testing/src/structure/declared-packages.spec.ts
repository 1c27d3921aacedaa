import { importsOf, manifestFaults, manifestOf, workspaces } from './declared-packages.js';

const tools = Object.keys(manifestOf('.').devDependencies ?? {});

describe('a package.json', () => {
  it.each(workspaces())('of %s declares what is imported there, and nothing else', (folder) => {
    expect(manifestFaults(manifestOf(folder), importsOf(folder), tools)).toEqual([]);
  });

  const none = { running: new Set<string>(), testing: new Set<string>() };
  it.each([
    ['a package that nothing imports', { devDependencies: { undici: '1' } }, none],
    ['an import that is not declared', {}, { ...none, running: new Set(['undici']) }],
    ['one that only tests may use', { devDependencies: { undici: '1' } }, { ...none, running: new Set(['undici']) }],
    ['tests that import what nobody declares', {}, { ...none, testing: new Set(['undici']) }],
    [
      'types among what runs',
      { dependencies: { undici: '1', '@types/undici': '1' } },
      { ...none, running: new Set(['undici']) },
    ],
    [
      'what only tests import among what runs',
      { dependencies: { undici: '1' } },
      { ...none, testing: new Set(['undici']) },
    ],
  ])('is refused with %s', (_what, manifest, imports) => {
    expect(manifestFaults({ name: 'planted', ...manifest }, imports, tools)).toHaveLength(1);
  });

  it('may declare the peers of what it imports, and tests may use the tools of the repository', () => {
    const manifest = { name: 'x', dependencies: { '@nestjs/microservices': '1', '@nestjs/core': '1', rxjs: '1' } };
    const imports = { running: new Set(['@nestjs/microservices']), testing: new Set(['fast-check']) };
    expect(manifestFaults(manifest, imports, tools)).toEqual([]);
  });
});
