import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file atomically, also in case of a power cut; only its owner can read it. For one writer at a time: the caller holds the lock of the
 * folder.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  {
    await using draft = await open(`${path}.new`, 'w', 0o600);
    // An existing draft keeps its old mode.
    await draft.chmod(0o600);
    await draft.writeFile(text);
    await draft.sync();
  }
  await rename(`${path}.new`, path);
  // Without it, a power cut could bring the old file back.
  await using folder = await open(dirname(path));
  await folder.sync();
}
