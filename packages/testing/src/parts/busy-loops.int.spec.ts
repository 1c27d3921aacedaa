import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { ROOT } from '../structure/repository-files.js';

const PROGRAM = `import { keepBusy } from ${JSON.stringify(join(ROOT, 'packages/testing/dist/parts/busy-loops.js'))};
  const { pids, stop } = keepBusy(2); process.stdin.on('data', stop); console.log(JSON.stringify(pids));`;

/** Starts a separate process that keeps two loops running; returns their process ids too. */
async function startRun() {
  const run = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said = await new Promise<Buffer>((resolve) => run.stdout.once('data', resolve));
  return { run, loops: JSON.parse(String(said)) as number[] };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the busy loops of make test-stress', () => {
  it('run until they are stopped', async () => {
    const { run, loops } = await startRun();
    expect(loops.map(alive)).toEqual([true, true]);
    run.stdin.write('stop');
    await eventually('no loop runs', () => !loops.some(alive));
    run.kill();
  });

  it('end with a run that is killed: nothing keeps a machine busy afterwards', async () => {
    const { run, loops } = await startRun();
    run.kill('SIGKILL');
    await eventually('no loop runs', () => !loops.some(alive));
  });
});
