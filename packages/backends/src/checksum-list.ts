import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Compares a folder with a list in the format of sha256sum. Returns missing, unknown and different files, sorted. */
export async function differencesFrom(list: string, folder: string): Promise<string[]> {
  const expected = new Map(
    list
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const present = await readdir(folder).catch(() => [] as string[]);
  const differing = present.map(async (name) => {
    const hash = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex');
    return expected.get(name) === hash ? [] : [name];
  });
  const missing = [...expected.keys()].filter((name) => !present.includes(name));
  return [...(await Promise.all(differing)).flat(), ...missing].sort();
}
