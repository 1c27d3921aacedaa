import type { Buildah } from './buildah.js';

/** What a store holds of builds that are over. Without it each change of the sources would leave 4 GB. */
export class OlderImages {
  private constructor(
    private readonly buildah: Buildah,
    private readonly stages: string[],
  ) {}

  /** To be called before a build: does away with what a build that was killed left, and notes the stages of those before. */
  static async before(buildah: Buildah): Promise<OlderImages> {
    await buildah.command('rm', '--all');
    const listed = await buildah.command('images', '--filter', 'dangling=true', '--quiet', '--no-trunc');
    return new OlderImages(buildah, listed.split('\n').filter(Boolean));
  }

  /** To be called after it: images of the same names with other tags go, and stages that the build made no use of. */
  async remove(current: string[]): Promise<void> {
    const listed = await this.buildah.command('images', '--format', '{{.Name}}:{{.Tag}}');
    const repositories = new Set(current.map(repositoryOf));
    const older = listed.split('\n').filter((name) => repositories.has(repositoryOf(name)) && !current.includes(name));
    if (older.length > 0) await this.buildah.command('rmi', ...older);
    // A stage that the new images were made from as well has a child by now, and stays.
    for (const stage of this.stages) await this.buildah.command('rmi', stage).catch(() => undefined);
  }
}

const repositoryOf = (image: string) => image.slice(0, image.lastIndexOf(':'));
