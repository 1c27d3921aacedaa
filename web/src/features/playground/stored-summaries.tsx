import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { EmptyLine } from '../../components/empty-line';
import { Unreachable } from '../../components/unreachable';
import { useSummariesControllerListQuery } from '../../lib/generated-api';
import { playground } from '../../texts/playground';
import { type OpenStored, StoredRow } from './stored-row';
import styles from './stored.module.css';

const SEARCH_AFTER_MS = 300;
const PER_PAGE = '10';

export interface StoredSummariesProps {
  onOpen: OpenStored;
  /** False in the drawer, which has the title itself. */
  isTitled?: boolean;
}

/** The account's own summaries of 30 days: search by title, read, export, delete (SUM-12). */
export function StoredSummaries({ onOpen, isTitled = true }: StoredSummariesProps) {
  const [words, setWords] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(words.trim()), SEARCH_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [words]);
  return (
    <section aria-label={playground.stored} className={styles.panel}>
      {isTitled && <h2 className={styles.head}>{playground.stored}</h2>}
      <Input
        type="search"
        allowClear
        maxLength={200}
        aria-label={playground.search}
        placeholder={playground.search}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Pages key={search} search={search} onOpen={onOpen} />
    </section>
  );
}

/** The number of requested pages. */
function Pages({ search, onOpen }: { search: string; onOpen: OpenStored }) {
  const [count, setCount] = useState(1);
  return <Page search={search} more={count - 1} onMore={() => setCount(count + 1)} onOpen={onOpen} />;
}

interface PageProps {
  cursor?: string;
  search: string;
  /** The following pages. */
  more: number;
  onMore: () => void;
  onOpen: OpenStored;
}

/** A page and the following ones. Each begins where the previous one ends now, which changes after a deletion. */
function Page({ cursor, search, more, onMore, onOpen }: PageProps) {
  const { data, currentData, isError, refetch } = useSummariesControllerListQuery({
    limit: PER_PAGE,
    ...(cursor && { cursor }),
    ...(search && { q: search }),
  });
  if (!currentData && isError) return <Unreachable text={playground.storedFailed} onRetry={() => void refetch()} />;
  if (!data) return <Blank />;
  const { summaries, next } = data;
  if (summaries.length === 0 && cursor === undefined) {
    return <EmptyLine text={search ? playground.noneFound(search) : playground.noneStored} />;
  }
  return (
    <>
      <ul className={styles.list}>
        {summaries.map((one) => (
          <StoredRow key={one.id} row={one} onOpen={onOpen} />
        ))}
      </ul>
      {next !== null &&
        (more > 0 ? (
          <Page cursor={next} search={search} more={more - 1} onMore={onMore} onOpen={onOpen} />
        ) : (
          <Button className={styles.more} onClick={onMore}>
            {playground.more}
          </Button>
        ))}
    </>
  );
}

/** As tall as the rows that will follow. */
function Blank() {
  return (
    <div aria-busy="true" className={styles.list}>
      {[0, 1, 2].map((index) => (
        <div key={index} className={styles.blank}>
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
