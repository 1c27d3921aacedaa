import { type DataFolderLock, lockDataFolder } from '@precis/backends/data-folder-lock';
import { waitUntil } from '@precis/backends/wait-until';

const PATIENCE_MS = 5_000;

/**
 * Locks the data folder for this process, or throws an error that names the holder. Waits a while for a former process that was asked to stop a
 * moment ago, or whose make was killed.
 */
export async function takeDataFolder(dataDir: string, patienceMs = PATIENCE_MS): Promise<DataFolderLock> {
  let lock: DataFolderLock | undefined;
  let refusal: unknown;
  await waitUntil(
    () => {
      try {
        lock = lockDataFolder(dataDir);
      } catch (error) {
        refusal = error;
      }
      return lock !== undefined;
    },
    patienceMs,
    200,
  );
  if (!lock) throw refusal;
  return lock;
}
