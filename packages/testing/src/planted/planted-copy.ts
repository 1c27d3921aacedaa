import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RepositoryCopy } from '../structure/repository-copy.js';
import { repositoryFiles, ROOT } from '../structure/repository-files.js';
import { type Fault, planted } from './faults.js';

const TSC = 'node_modules/ts7/bin/tsc';

/** A copy of the repository with its own build, in which faults are planted. Its builds and imports never affect the original. */
export class PlantedCopy {
  private readonly copy = new RepositoryCopy();
  readonly folder = this.copy.folder;
  /** Whether the compiled web has a fault that its text no longer has. */
  private isWebStale = false;

  constructor() {
    this.copy.linkWorkspaces();
    symlinkSync(join(this.folder, 'web'), join(this.folder, 'node_modules/@precis/web'));
    symlinkSync(join(ROOT, 'web/node_modules'), join(this.folder, 'web/node_modules'));
    for (const manifest of repositoryFiles(/^(proto|web|(packages|services)\/[^/]+)\/package\.json$/)) {
      const dist = join(dirname(manifest), 'dist');
      if (existsSync(join(ROOT, dist)))
        cpSync(join(ROOT, dist), join(this.folder, dist), { recursive: true, preserveTimestamps: true });
    }
  }

  /** The files that imports may lead through, by their paths. */
  texts(): Map<string, string> {
    const paths = repositoryFiles(/^(proto\/gen|packages|services|web\/src)\/.*\.tsx?$/);
    return new Map(paths.map((path) => [path, readFileSync(join(this.folder, path), 'utf8')]));
  }

  /** Runs `work` with the fault in place, and removes the fault afterwards. */
  async with<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
    const path = join(this.folder, fault.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, planted(text, fault));
    try {
      return await work();
    } finally {
      writeFileSync(path, text);
    }
  }

  /**
   * Builds what has changed. The web takes long, so it is compiled only when the fault is planted in it or was removed from it, or without `file`.
   * Rejects with the compiler's errors.
   */
  async build(file?: string): Promise<void> {
    await this.copy.node([TSC, '-b']);
    const isPlanted = file?.startsWith('web/') === true;
    if (file === undefined || isPlanted || this.isWebStale) await this.copy.node([TSC, '-p', 'web']);
    this.isWebStale = isPlanted;
  }

  remove(): void {
    this.copy.remove();
  }
}
