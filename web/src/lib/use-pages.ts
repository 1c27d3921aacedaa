import { useCallback, useEffect, useRef, useState } from 'react';

/** One page of a list, and the cursor of the next one; null on the last page. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** The loaded part of a list. */
export interface Pages<Row> {
  /** Undefined until the first page has loaded. */
  rows: Row[] | undefined;
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  /** Loads the next page. */
  more: () => void;
  /** Repeats the failed request of a page. */
  again: () => void;
}

interface Read<Row> {
  rows?: Row[];
  next: string | null;
  state: 'loading' | 'ready' | 'failed';
}

/**
 * Reads a list page by page, newest first. `load` must be stable, and throws when a page cannot be loaded. Rows that have loaded stay when a later
 * page fails. Only the answer to the last request is used, so a double click adds no row twice.
 */
export function usePages<Row>(load: (cursor: string | undefined) => Promise<Page<Row>>): Pages<Row> {
  const [read, setRead] = useState<Read<Row>>({ next: null, state: 'loading' });
  const latest = useRef(0);

  const ask = useCallback(
    async (cursor: string | undefined) => {
      const turn = ++latest.current;
      setRead((before) => ({ ...before, state: 'loading' }));
      try {
        const { rows, next } = await load(cursor);
        if (turn === latest.current) {
          setRead((before) => ({ rows: [...(cursor ? (before.rows ?? []) : []), ...rows], next, state: 'ready' }));
        }
      } catch {
        if (turn === latest.current) setRead((before) => ({ ...before, state: 'failed' }));
      }
    },
    [load],
  );
  useEffect(() => {
    const turns = latest;
    void ask(undefined);
    return () => void turns.current++;
  }, [ask]);

  const next = () => void ask(read.next ?? undefined);
  return {
    rows: read.rows,
    hasMore: read.next !== null,
    isLoading: read.state === 'loading',
    hasFailed: read.state === 'failed',
    more: next,
    again: next,
  };
}
