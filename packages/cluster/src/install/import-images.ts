import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Buildah } from '../images/buildah.js';
import { command } from './kubernetes.js';

const CTR = ['ctr', '--address', '/run/containerd/containerd.sock', '--namespace', 'k8s.io', 'images'];
const IMPORT_LIMIT_MS = 600_000;

/**
 * Loads images that containerd does not have yet, and removes older ones of the same names. All of them travel in one OCI layout, in which a layer
 * that several images share is only once.
 */
export async function importImages(buildah: Buildah, images: string[]): Promise<string[]> {
  const held = (await command([...CTR, 'ls', '-q'])).split('\n').filter((name) => name.startsWith('localhost/'));
  const imported = images.filter((image) => !held.includes(image));
  if (imported.length > 0) await importTogether(buildah, imported);
  const repository = (image: string) => image.slice(0, image.lastIndexOf(':'));
  const older = held.filter(
    (one) => !images.includes(one) && images.some((image) => repository(image) === repository(one)),
  );
  if (older.length > 0) await command([...CTR, 'rm', ...older]);
  return imported;
}

async function importTogether(buildah: Buildah, images: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  const layout = join(folder, 'layout');
  try {
    for (const image of images)
      await buildah.command('push', '--quiet', '--disable-compression', image, `oci:${layout}:${image}`);
    // A pipe: writing and reading a file of over a gigabyte takes half a minute.
    const pipe = `set -o pipefail; tar --create --directory ${layout} . | ${CTR.join(' ')} import --all-platforms=false -`;
    await command(['bash', '-c', pipe], undefined, IMPORT_LIMIT_MS);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
