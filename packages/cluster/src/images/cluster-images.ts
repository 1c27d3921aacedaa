import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Buildah } from './buildah.js';

/** The images of the cluster's own parts, each with a single program. */
export interface ClusterImages {
  pause: string;
  coredns: string;
  'metrics-server': string;
}

const ENTRYPOINTS: (keyof ClusterImages)[] = ['pause', 'coredns', 'metrics-server'];
const MODULE_OF: Record<keyof ClusterImages, string> = {
  pause: 'tools',
  coredns: 'tools',
  'metrics-server': 'metrics-server',
};

/** Makes the images from the built programs; the tag is the key of their sources. */
export async function ensureClusterImages(buildah: Buildah, programs: string[]): Promise<ClusterImages> {
  const made = ENTRYPOINTS.map(async (name) => {
    const folder = programs.find((one) => basename(one).startsWith(`${MODULE_OF[name]}-`))!;
    const image = `localhost/cluster-${name}:${basename(folder).split('-').at(-1)}`;
    if (!(await buildah.has(image))) await make(buildah, join(folder, name), image);
    return [name, image];
  });
  return Object.fromEntries(await Promise.all(made)) as ClusterImages;
}

async function make(buildah: Buildah, program: string, image: string): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'precis-cluster-image-'));
  try {
    await mkdir(join(root, 'tmp'), { mode: 0o1777 });
    await copyFile(program, join(root, basename(program)));
    await buildah.imageOf(root, image, 'scratch', '--entrypoint', JSON.stringify([`/${basename(program)}`]));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
