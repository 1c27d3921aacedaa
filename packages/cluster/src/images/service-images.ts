import { SERVICE_LIST } from '@precis/runtime/service-list';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterHome } from '../cluster-home.js';
import { registryMounts } from './base-images.js';
import { stageInputs } from './image-inputs.js';
import { OlderImages } from './older-images.js';
import type { Buildah } from './buildah.js';

/** An image of the product, and the workspace in it. */
interface Workspace {
  image: string;
  folder: string;
  service: string;
}

/** The registry in the names of all images. Nothing is pulled from it. */
export const REGISTRY = 'localhost';
/** The beginning of the name of each image of the product, after the registry. */
export const PREFIX = 'precis-';

/** The stage of deploy/Dockerfile that holds the programs of all images. */
const ASSEMBLED = 'assembled';

/** Builds that run at the same time: much of a build waits for the disk. */
const AT_ONCE = 2;

/** One image for each service, the web app's host, the standalone program and the operator's program, named as in the chart. */
export const WORKSPACES: Workspace[] = [
  ...SERVICE_LIST.map(({ name }) => ({ image: name, folder: 'services', service: name })),
  { image: 'standalone', folder: 'services', service: 'standalone' },
  { image: 'web', folder: 'packages', service: 'site' },
  { image: 'operator', folder: 'packages', service: 'operator' },
];

/** The full name of an image: `localhost/precis-auth:TAG`. */
export const imageName = (image: string, tag: string) => `${REGISTRY}/${PREFIX}${image}:${tag}`;

/** Sources of images, and the tag of the images that are made of them. */
export interface Sources {
  /** A folder with a git repository. */
  root: string;
  tag: string;
}

/** Builds the images of all given sources that do not exist yet, and removes those that they replace. Returns the names of all. */
export async function ensureServiceImages(
  buildah: Buildah,
  home: ClusterHome,
  sources: Sources[],
  tell: (line: string) => void,
): Promise<string[]> {
  const all = sources.flatMap(({ tag }) => WORKSPACES.map(({ image }) => imageName(image, tag)));
  const older = await OlderImages.before(buildah);
  let built = 0;
  for (const one of sources) built += await buildMissing(buildah, home, one, tell);
  if (built > 0) await older.remove([...all, ...sources.map(({ tag }) => imageName(ASSEMBLED, tag))]);
  return all;
}

/** Builds from the unchanged deploy/Dockerfile; returns the number of built images. */
async function buildMissing(
  buildah: Buildah,
  home: ClusterHome,
  { root, tag }: Sources,
  tell: (line: string) => void,
): Promise<number> {
  const missing = [];
  for (const one of WORKSPACES) if (!(await buildah.has(imageName(one.image, tag)))) missing.push(one);
  if (missing.length === 0) return 0;
  const mounts = await registryMounts(home);
  const context = join(home.folder, 'context');
  stageInputs(context, root);
  const bud = (...words: string[]) =>
    buildah.build(
      'images.log',
      'bud',
      ...['--pull-never', '--layers', '--file', join(context, 'deploy/Dockerfile')],
      ...mounts,
      ...words,
      context,
    );
  const given = await assembledStage(bud, join(context, 'deploy/Dockerfile'), imageName(ASSEMBLED, tag));
  const build = async ({ image, folder, service }: Workspace) => {
    const name = imageName(image, tag);
    const startedMs = performance.now();
    const chosen = ['--build-arg', `SERVICE=${service}`, '--build-arg', `FOLDER=${folder}`];
    await bud(...given, ...chosen, '--tag', name);
    tell(`built ${name} in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s, ${await sizeOf(buildah, name)}`);
  };
  // The first one also makes the layers that all images share.
  const [first, ...others] = missing;
  await build(first);
  const waiting = others.values();
  const buildOthers = async () => {
    for (const one of waiting) await build(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buildOthers));
  return missing.length;
}

/**
 * Builds the stage that all images copy from, and returns the words that give it to their builds. Otherwise buildah would read the whole source of
 * each COPY again for each image, also in stages that it has built before.
 */
async function assembledStage(
  bud: (...words: string[]) => Promise<void>,
  dockerfile: string,
  stage: string,
): Promise<string[]> {
  // Releases before 28 November 2026 have one such stage for each program.
  if (/ AS assembled\nARG /.test(await readFile(dockerfile, 'utf8'))) return [];
  await bud('--target', ASSEMBLED, '--tag', stage);
  return ['--build-context', `${ASSEMBLED}=container-image://${stage}`];
}

/** The size of an image as buildah prints it, with its unit. */
export async function sizeOf(buildah: Buildah, name: string): Promise<string> {
  return buildah.command('images', '--format', '{{.Size}}', name);
}
