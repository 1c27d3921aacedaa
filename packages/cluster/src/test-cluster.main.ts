import { lockDataFolder } from '@precis/backends/data-folder-lock';
import { join } from 'node:path';
import { clusterHome } from './cluster-home.js';
import { ensureBaseImages } from './images/base-images.js';
import { Buildah } from './images/buildah.js';
import { ensureClusterImages } from './images/cluster-images.js';
import { imageInputs } from './images/image-inputs.js';
import { ensureServiceImages } from './images/service-images.js';
import { ensureNeeds } from './machine/needs.js';
import { ensurePrograms } from './machine/programs.js';
import { runInCluster } from './machine/start-cluster.js';

const started = Date.now();
const tell = (line: string) => console.log(`cluster [${((Date.now() - started) / 1_000).toFixed(0)} s]: ${line}`);

/** `make test-cluster`: words are names of parts; `--shell COMMAND...` runs a command in a bare cluster instead. */
async function main(words: string[]): Promise<number> {
  await ensureNeeds(tell);
  const home = clusterHome(process.env);
  const lock = lockDataFolder(home.folder, 'cluster');
  try {
    const programs = await ensurePrograms(home, tell);
    tell('programs are there');
    const buildah = new Buildah(home);
    const clusterImages = await ensureClusterImages(buildah, programs);
    const isShell = words[0] === '--shell';
    const tag = imageInputs();
    const images: string[] = [];
    if (!isShell) {
      await ensureBaseImages(buildah, home, tell);
      images.push(...(await ensureServiceImages(buildah, home, tag, tell)));
      tell('images are there');
    }
    return await runInCluster({
      home,
      programs,
      pauseImage: clusterImages.pause,
      command: isShell ? words.slice(1) : [process.execPath, join(import.meta.dirname, 'inside.main.js'), ...words],
      environment: { CLUSTER_IMAGES: JSON.stringify({ ...clusterImages, services: images, tag }) },
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
