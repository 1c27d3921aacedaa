import { lockDataFolder } from '@precis/backends/data-folder-lock';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clusterHome, repositoryFolder } from './cluster-home.js';
import { ensureBaseImages } from './images/base-images.js';
import { Buildah } from './images/buildah.js';
import { ensureClusterImages } from './images/cluster-images.js';
import { imageInputs } from './images/image-inputs.js';
import { previousRelease } from './images/previous-release.js';
import { ensureServiceImages } from './images/service-images.js';
import { ensureNeeds } from './machine/needs.js';
import { ensurePrograms } from './machine/programs.js';
import { ensurePromtool } from './machine/promtool.js';
import { runInCluster } from './machine/start-cluster.js';

const started = Date.now();
const tell = (line: string) => console.log(`cluster [${((Date.now() - started) / 1_000).toFixed(0)} s]: ${line}`);

/**
 * `make test-cluster`: arguments are names of parts; `--shell COMMAND...` runs a command in a bare cluster instead. `--cached` tests nothing where
 * the cluster's programs are not built. The variable FROM names an earlier commit: its release is installed first, and the part `upgrade` goes from
 * there to the sources of this checkout.
 */
async function main(words: string[]): Promise<number> {
  const home = clusterHome(process.env);
  if (words.includes('--cached') && !existsSync(home.programs)) {
    console.log(
      `CLUSTER NOT TESTED: its programs are not in ${home.programs}. Run \`make test-cluster SHORT=1\` once, which builds them.`,
    );
    return 0;
  }
  await ensureNeeds(tell);
  const lock = lockDataFolder(home.folder, 'cluster');
  try {
    const buildah = new Buildah(home);
    const isShell = words[0] === '--shell';
    // In parallel: one uses the processors, the other waits for Debian's archive.
    const [programs] = await Promise.all([
      ensurePrograms(home, tell),
      isShell ? undefined : ensureBaseImages(buildah, home, tell),
    ]);
    const promtool = await ensurePromtool(home, tell);
    tell('programs are there');
    const clusterImages = await ensureClusterImages(buildah, programs);
    const tag = imageInputs();
    const previous = process.env.FROM ? previousRelease(home, process.env.FROM) : undefined;
    const images: string[] = [];
    if (!isShell) {
      const sources = [...(previous ? [previous] : []), { root: repositoryFolder, tag }];
      images.push(...(await ensureServiceImages(buildah, home, sources, tell)));
      tell('images are there');
    }
    return await runInCluster({
      home,
      programs: promtool ? [...programs, promtool] : programs,
      pauseImage: clusterImages.pause,
      command: isShell ? words.slice(1) : [process.execPath, join(import.meta.dirname, 'inside.main.js'), ...words],
      environment: { CLUSTER_IMAGES: JSON.stringify({ ...clusterImages, services: images, tag, previous }) },
      tell,
    });
  } finally {
    lock.release();
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`test-cluster: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
