import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../structure/repository-files.js';

const warm = (name: string) => join(ROOT, `packages/testing/dist/warm/${name}.js`);

/** Runs jest separately in one warm worker; the largest file runs first. */
function runWarm(files: Record<string, string>, testEnvironment = warm('warm-environment')) {
  const folder = mkdtempSync(join(tmpdir(), 'precis-warm-'));
  try {
    const config = {
      rootDir: folder,
      runtime: warm('warm-runtime'),
      testEnvironment,
      // As in jest.config.mjs: with a limit jest never runs tests in its own process, which has its own timers.
      workerIdleMemoryLimit: '1GB',
      testMatch: ['**/*.mjs'],
      transform: {},
    };
    writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(config));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const words = ['--config', join(folder, 'jest.config.json'), '--no-cache', '--maxWorkers=1', '--forceExit'];
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/jest/bin/jest.js'), ...words],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    return { status, said: stderr + stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a test file in a warm worker', () => {
  it.each([
    ['a variable', `process.env.LEFT = 'here';`, 'the variable LEFT'],
    ['a spy', `jest.spyOn(JSON, 'parse');`, 'a spy on parse'],
    ['another clock', `Date.now = () => 0;`, 'another Date.now'],
    ['fake timers', `jest.useFakeTimers();`, 'another global setTimeout'],
    ['a global of its own', `globalThis.leftHere = 1;`, 'a new global leftHere'],
    ['a listener of a signal', `process.on('SIGTERM', () => undefined);`, 'other listeners of SIGTERM'],
    ['the folder', `process.chdir('/');`, 'the working folder /'],
    [
      'fake timers and a server',
      `jest.useFakeTimers(); (await import('node:net')).createServer().listen(0);`,
      '1 TCPServerWrap',
    ],
    ['a timer', `setInterval(() => undefined, 60_000);`, '1 Timeout'],
    ['a server', `(await import('node:net')).createServer().listen(0);`, '1 TCPServerWrap'],
  ])(
    'fails when it leaves %s to the next one, which it names',
    (_, leak, name) => {
      const { status, said } = runWarm({ 'a.mjs': `it('leaves', async () => { ${leak} });` });
      expect(said).toMatch(/FAIL .*a\.mjs/);
      expect(said).toMatch(new RegExp(`leaves to the next test file: .*${name}`));
      expect(status).toBe(1);
    },
    60_000,
  );

  it('passes when it cleans up, keeps what it has loaded, and passes its spies, time limit and hooks to no other file', () => {
    const state = `import state from 'node:module'; it('counts', () => { state.runs = (state.runs ?? 0) + 1; expect(state.runs).toBe(NUMBER); });`;
    const { status, said } = runWarm({
      'a.mjs': `${state.replace('NUMBER', '1')} jest.setTimeout(5); beforeEach(() => undefined);
        it('spies', () => { jest.spyOn(JSON, 'parse').mockReturnValue(1); expect(JSON.parse('2')).toBe(1); jest.restoreAllMocks(); });`,
      'b.mjs': `${state.replace('NUMBER', '2')} it('takes longer than the other file allows', () => new Promise((resolve) => setTimeout(resolve, 50)));`,
    });
    expect(said).toContain('4 passed, 4 total');
    expect(status).toBe(0);
  }, 60_000);

  it('ends a test that hangs, and fails each test whose beforeAll failed', () => {
    const { status, said } = runWarm({
      'a.mjs': `it('hangs', () => new Promise(() => undefined), 50);
        describe('group', () => { beforeAll(() => { throw new Error('no set-up'); }); it('one', () => undefined); it('two', () => undefined); });
        it('asserts', () => { expect.assertions(1); });`,
    });
    expect(said).toContain('Exceeded timeout of 50 ms');
    expect(said).toContain('4 failed, 4 total');
    expect(status).toBe(1);
  }, 60_000);
});

describe('a test file in a warm page', () => {
  const page = join(ROOT, 'web/src/testing/browser-environment.mjs');

  it('fails when it leaves a change of the window to the next one, which it names', () => {
    const { status, said } = runWarm(
      { 'a.mjs': `it('leaves', () => { window.leftHere = 1; window.scrollTo = () => 0; });` },
      page,
    );
    expect(said).toMatch(/leaves to the next test file: .*another Window\.scrollTo/);
    expect(said).toMatch(/leaves to the next test file: .*a new window\.leftHere/);
    expect(status).toBe(1);
  }, 60_000);

  it('leaves no element, text, stored value, address, listener or timer to the next one', () => {
    const look = `it('is blank', async () => {
      expect([document.title, document.body.innerHTML, document.documentElement.lang, document.cookie]).toEqual(['', '', '', '']);
      expect([localStorage.length, sessionStorage.length, location.pathname]).toEqual([0, 0, '/']);
      window.dispatchEvent(new Event('online'));
      document.body.dispatchEvent(new Event('click'));
      // A timer that survived is older and shorter than this one, so it would have run before.
      await new Promise((resolve) => setTimeout(resolve, 80));
      expect(process.heardOfPage).toBeUndefined();
    });`;
    const leave = `it('uses all', () => {
      const hear = () => { process.heardOfPage = true; };
      document.title = 'left'; document.body.append('left'); document.documentElement.lang = 'en'; document.cookie = 'left=1';
      localStorage.setItem('left', '1'); sessionStorage.setItem('left', '1'); history.pushState(null, '', '/left');
      window.addEventListener('online', hear); document.body.addEventListener('click', hear);
      setTimeout(hear, 50); setInterval(hear, 50); requestAnimationFrame(hear);
    });`;
    const { said, status } = runWarm({ 'a.mjs': look + leave, 'b.mjs': look }, page);
    expect(said).toContain('3 passed, 3 total');
    expect(status).toBe(0);
  }, 60_000);
});
