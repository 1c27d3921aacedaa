import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { docs, type DocsTabKey } from '../../texts/docs';
import { ApiEndpoints } from './tabs/api-endpoints';
import { Authentication } from './tabs/authentication';
import { CodeExamples } from './tabs/code-examples';
import { ErrorHandling } from './tabs/error-handling';
import { GettingStarted } from './tabs/getting-started';
import { McpIntegration } from './tabs/mcp-integration';
import { RateLimits } from './tabs/rate-limits';
import styles from './docs.module.css';

const TABS: { key: DocsTabKey; content: ReactNode }[] = [
  { key: 'start', content: <GettingStarted /> },
  { key: 'authentication', content: <Authentication /> },
  { key: 'endpoints', content: <ApiEndpoints /> },
  { key: 'limits', content: <RateLimits /> },
  { key: 'errors', content: <ErrorHandling /> },
  { key: 'examples', content: <CodeExamples /> },
  { key: 'mcp', content: <McpIntegration /> },
];
const STEPS: Record<string, (index: number) => number> = {
  ArrowRight: (index) => (index + 1) % TABS.length,
  ArrowLeft: (index) => (index + TABS.length - 1) % TABS.length,
  Home: () => 0,
  End: () => TABS.length - 1,
};

/** The seven tabs (WEB-22). The address names the open one, so that a link leads to it. */
export function DocsTabs() {
  const [search, setSearch] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const found = TABS.findIndex(({ key }) => key === search.get('tab'));
  const open = Math.max(found, 0);
  const choose = (index: number) => setSearch(index === 0 ? {} : { tab: TABS[index].key }, { replace: true });

  useEffect(() => {
    // On phones the row scrolls; the open tab must be visible.
    const row = list.current!;
    const tab = row.querySelectorAll<HTMLElement>('[role=tab]')[open];
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - 16;
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = step(open);
    choose(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={docs.title} className={styles.tabs} onKeyDown={onKeyDown}>
        {TABS.map(({ key }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`tab-${key}`}
            aria-selected={index === open}
            aria-controls="tab-panel"
            tabIndex={index === open ? 0 : -1}
            onClick={() => choose(index)}
          >
            {docs.tabs[key]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${TABS[open].key}`}>
        {TABS[open].content}
      </div>
    </>
  );
}
