const TRANSIENT = new Set(['40P01', '40001', '55P03']);

/**
 * True for a deadlock, for a serialisation failure, and for a lock that was not granted within the transaction's `lock_timeout`. A repeat of the whole
 * transaction usually resolves them.
 */
export function isTransientConflict(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: string } | null)?.code ?? '');
}
