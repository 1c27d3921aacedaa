import { Button } from 'antd';
import type { Pages } from '../lib/use-pages';
import { frame } from '../texts/frame';
import { Unreachable } from './unreachable';

/** Below a list: the way to its next page, and `failed` when that could not be had. Nothing on the last page. */
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
