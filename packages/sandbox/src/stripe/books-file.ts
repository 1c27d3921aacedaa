import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Books } from './books.js';

/**
 * Keeps the books in one file, which is replaced as a whole. `save` settles when the state at its call would survive a kill; changes during a write
 * share the next one.
 */
export class BooksFile {
  private writing: Promise<void> = Promise.resolve();
  private waiting?: Promise<void>;

  constructor(
    private readonly path: string | undefined,
    private readonly books: Books,
  ) {}

  /** Throws when the file exists and cannot be read, because others know its payments. */
  async load(): Promise<void> {
    if (!this.path) return;
    await mkdir(dirname(this.path), { recursive: true });
    const content = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    this.books.load(JSON.parse(content) as Record<string, unknown>);
  }

  save(): Promise<void> {
    if (!this.path) return Promise.resolve();
    this.waiting ??= this.writing
      .catch(() => undefined)
      .then(() => {
        this.waiting = undefined;
        return (this.writing = this.write(this.path!));
      });
    return this.waiting;
  }

  private async write(path: string): Promise<void> {
    const content = JSON.stringify(this.books);
    {
      await using draft = await open(`${path}.new`, 'w', 0o600);
      await draft.writeFile(content);
      await draft.sync();
    }
    await rename(`${path}.new`, path);
    await using folder = await open(dirname(path));
    await folder.sync();
  }
}
