import { useCallback, useEffect, useRef, useState } from 'react';

/** One page of a list, and where the next one begins; null on the last. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** A list as far as somebody asked for it. */
export interface Pages<Row> {
  /** Undefined until the first page has come. */
  rows: Row[] | undefined;
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  /** Asks for the next page. */
  more: () => void;
  /** Asks again for the page that failed. */
  again: () => void;
}

interface Read<Row> {
  rows?: Row[];
  next: string | null;
  state: 'loading' | 'ready' | 'failed';
}

/**
 * Reads a list page by page, newest first. `load` must be stable; it throws when a page cannot be had. What a page brought stays when a later one
 * fails. Only the answer to the last question counts, so a double click adds no row twice.
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
