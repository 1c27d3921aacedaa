import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RepositoryCopy } from '../structure/repository-copy.js';
import { repositoryFiles, ROOT } from '../structure/repository-files.js';
import { type Fault, planted } from './faults.js';

const TSC = 'node_modules/ts7/bin/tsc';

/** A copy of the repository with a build of its own, in which faults are planted. Nothing of it reaches back: neither builds nor imports. */
export class PlantedCopy {
  private readonly copy = new RepositoryCopy();
  readonly folder = this.copy.folder;

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

  /** Does `work` while the fault is there, and mends it. */
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

  /** Builds what changed. Rejects with what the compiler says. */
  async build(file?: string): Promise<void> {
    await this.copy.node([TSC, '-b']);
    if (file?.startsWith('web/')) await this.copy.node([TSC, '-p', 'web']);
  }

  remove(): void {
    this.copy.remove();
  }
}
