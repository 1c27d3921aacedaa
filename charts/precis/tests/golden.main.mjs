import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Renders every shape of the chart by helm (HELM, or the one on the PATH) into golden/, or with `--check` fails when a render differs. Each golden
 * begins with a digest of what it was made from, so that `make lint`, which has no helm, notices one that is out of date.
 */
const chart = join(import.meta.dirname, '..');
const golden = join(import.meta.dirname, 'golden');
const KEDA = ['--api-versions', 'keda.sh/v1alpha1'];
const MONITORING = ['--api-versions', 'monitoring.coreos.com/v1'];
const SHAPES = {
  dev: ['dev'],
  'single-node': ['single-node'],
  'high-availability': ['high-availability'],
  operators: ['high-availability', 'keda', 'monitoring'],
};

/** The SHA-256 digest of every file that a render is made from. */
export function digestOf() {
  const files = ['Chart.yaml', 'values.yaml', ...below('templates'), ...below('files'), ...below('ci')];
  for (const folder of ['alerts', 'dashboards'])
    files.push(...below(folder).filter((path) => !path.includes('/tests/')));
  const hash = createHash('sha256');
  for (const path of files.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(chart, path)))
      .update('\0');
  return hash.digest('hex');
}

function below(folder) {
  try {
    return readdirSync(join(chart, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(chart.length + 1));
  } catch {
    return [];
  }
}

function render(values) {
  const files = values.flatMap((name) => ['--values', join(chart, 'ci', `${name}-values.yaml`)]);
  const { status, stdout, stderr, error } = spawnSync(
    process.env.HELM || 'helm',
    [
      'template',
      'precis',
      chart,
      '--namespace',
      'precis',
      '--kube-version',
      '1.37.0',
      ...files,
      ...KEDA,
      ...MONITORING,
    ],
    { encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

if (process.argv[1] === import.meta.filename) {
  const head = `# Made by golden.main.mjs; digest of the chart: ${digestOf()}\n`;
  const changed = Object.entries(SHAPES).filter(([shape, values]) => {
    const path = join(golden, `${shape}.yaml`);
    const text = head + render(values);
    if (process.argv.includes('--check')) return readFileSync(path, 'utf8') !== text;
    writeFileSync(path, text);
    return false;
  });
  if (changed.length > 0) {
    console.error(`golden renders differ: ${changed.map(([shape]) => shape).join(', ')}. Run make chart-golden`);
    process.exit(1);
  }
}
