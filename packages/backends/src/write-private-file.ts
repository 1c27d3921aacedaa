import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file, readable by its owner alone, whole or not at all, even through a power cut. For one writer at a time: the
 * caller holds the folder.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  {
    await using draft = await open(`${path}.new`, 'w', 0o600);
    // A draft that was there already kept its mode.
    await draft.chmod(0o600);
    await draft.writeFile(text);
    await draft.sync();
  }
  await rename(`${path}.new`, path);
  // Without it a power cut could bring the former file back.
  await using folder = await open(dirname(path));
  await folder.sync();
}
