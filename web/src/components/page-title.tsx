import { useEffect } from 'react';
import { BRAND } from '../texts/frame';

/** The document's title and the page's first heading. `hidden`: the heading is only for screen readers. */
export function PageTitle({ title, hidden = false }: { title: string; hidden?: boolean }) {
  useEffect(() => {
    document.title = `${title} · ${BRAND}`;
  }, [title]);
  return <h1 className={hidden ? 'visually-hidden' : undefined}>{title}</h1>;
}
