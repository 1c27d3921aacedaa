import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { frame } from '../../texts/frame';
import styles from './frame.module.css';

/** A list of links under the user's name. A disclosure instead of an ARIA menu, because these are links, and the Tab key walks through them. */
export function NameMenu({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const around = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      if (!around.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };

  return (
    <div className={styles.menu} ref={around} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={styles.menuButton}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.menuName}>{name || frame.user}</span>
        <svg width="10" height="6" viewBox="0 0 10 6" aria-hidden="true">
          <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <ul id={list} className={styles.menuList} hidden={!isOpen}>
        {isOpen && children(() => setOpen(false))}
      </ul>
    </div>
  );
}
