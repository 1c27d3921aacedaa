import type { Buildah } from './buildah.js';

/** Removes the remains of earlier builds from the storage. Otherwise each change of the sources would leave 4 GB. */
export class OlderImages {
  private constructor(
    private readonly buildah: Buildah,
    private readonly stages: string[],
  ) {}

  /** Call this before a build: it removes the remains of a killed build, and records the stages of earlier builds. */
  static async before(buildah: Buildah): Promise<OlderImages> {
    await buildah.command('rm', '--all');
    const listed = await buildah.command('images', '--filter', 'dangling=true', '--quiet', '--no-trunc');
    return new OlderImages(buildah, listed.split('\n').filter(Boolean));
  }

  /** Call this after a build: it removes images of the same names with other tags, and stages that the build did not use. */
  async remove(current: string[]): Promise<void> {
    const listed = await this.buildah.command('images', '--format', '{{.Name}}:{{.Tag}}');
    const repositories = new Set(current.map(repositoryOf));
    const older = listed.split('\n').filter((name) => repositories.has(repositoryOf(name)) && !current.includes(name));
    if (older.length > 0) await this.buildah.command('rmi', ...older);
    // A stage that the new images use too has a child by now, and stays.
    for (const stage of this.stages) await this.buildah.command('rmi', stage).catch(() => undefined);
  }
}

const repositoryOf = (image: string) => image.slice(0, image.lastIndexOf(':'));
