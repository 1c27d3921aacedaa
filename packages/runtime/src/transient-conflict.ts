const LOCK_TIMEOUT = '55P03';
const TRANSIENT = new Set(['40P01', '40001', LOCK_TIMEOUT]);

/**
 * True for a deadlock, for a serialisation failure, and for a lock that was not granted within the transaction's `lock_timeout`. A repeat of the whole
 * transaction usually resolves them.
 */
export function isTransientConflict(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: string } | null)?.code ?? '');
}

/** True for a lock that was not granted within the transaction's `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === LOCK_TIMEOUT;
}
