import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Buildah } from '../images/buildah.js';
import { command } from './kubernetes.js';

const CTR = ['ctr', '--address', '/run/containerd/containerd.sock', '--namespace', 'k8s.io', 'images'];

/** Loads images that containerd does not have yet, and removes older ones of the same names. */
export async function importImages(buildah: Buildah, images: string[]): Promise<string[]> {
  const held = (await command([...CTR, 'ls', '-q'])).split('\n').filter((name) => name.startsWith('localhost/'));
  const imported = images.filter((image) => !held.includes(image));
  for (const image of imported) {
    const file = join(tmpdir(), 'image.tar');
    await buildah.command('push', '--quiet', '--disable-compression', image, `docker-archive:${file}:${image}`);
    await command([...CTR, 'import', '--all-platforms=false', file]);
    await rm(file);
  }
  const repository = (image: string) => image.slice(0, image.lastIndexOf(':'));
  const older = held.filter(
    (one) => !images.includes(one) && images.some((image) => repository(image) === repository(one)),
  );
  if (older.length > 0) await command([...CTR, 'rm', ...older]);
  return imported;
}
