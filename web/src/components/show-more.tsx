import { Button } from 'antd';
import type { Pages } from '../lib/use-pages';
import { frame } from '../texts/frame';
import { Unreachable } from './unreachable';

/** The way to a list's next page, and `failed` when it could not be loaded. Empty on the last page. */
export function ShowMore({ pages, failed }: { pages: Pages<unknown>; failed: string }) {
  if (pages.hasFailed) return <Unreachable text={failed} onRetry={pages.again} />;
  if (!pages.hasMore) return null;
  return (
    <p style={{ marginTop: 12 }}>
      <Button disabled={pages.isLoading} onClick={pages.more}>
        {pages.isLoading ? frame.loading : frame.more}
      </Button>
    </p>
  );
}
