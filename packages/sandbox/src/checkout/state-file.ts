import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A simulator's state in one small JSON file, which is replaced as a whole: a kill leaves either the old or the new one. Without a path the state
 * is only in memory.
 */
export class StateFile<T> {
  private dirty = false;
  private writing: Promise<void> | undefined;

  private constructor(
    private readonly path: string | undefined,
    readonly state: T,
  ) {}

  /** Reads the file, or begins with `fresh`. Throws when the file is not JSON, because it may not be ours to replace. */
  static async open<T>(path: string | undefined, fresh: T): Promise<StateFile<T>> {
    if (!path) return new StateFile(path, fresh);
    await mkdir(dirname(path), { recursive: true });
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return new StateFile(path, text === undefined ? fresh : (JSON.parse(text) as T));
  }

  /** Settles when the current state would survive a kill. Changes during a write share the next one. */
  async save(): Promise<void> {
    this.dirty = true;
    while (this.dirty || this.writing) {
      this.writing ??= this.write().finally(() => (this.writing = undefined));
      await this.writing;
    }
  }

  private async write(): Promise<void> {
    this.dirty = false;
    if (!this.path) return;
    const text = JSON.stringify(this.state);
    {
      await using draft = await open(`${this.path}.new`, 'w', 0o600);
      await draft.writeFile(text);
      await draft.sync();
    }
    await rename(`${this.path}.new`, this.path);
    await using folder = await open(dirname(this.path));
    await folder.sync();
  }
}
