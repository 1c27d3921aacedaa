import { Button, type ButtonProps } from 'antd';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds for which a copy is confirmed (WEB-24). */
export const COPIED_MS = 2_000;

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'onCopy'> {
  text: string;
  label: string;
  copiedLabel?: string;
  onCopied?: () => void;
  onFailed?: () => void;
}

/** Copies `text`, and confirms that in its own place for 2 s. Disabled while it copies. */
export function CopyButton({ text, label, copiedLabel = 'Copied', onCopied, onFailed, ...button }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copying' | 'copied'>('ready');
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const copy = async () => {
    setState('copying');
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      setState('ready');
      onFailed?.();
      return;
    }
    onCopied?.();
    setState('copied');
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setState('ready'), COPIED_MS);
  };

  return (
    <Button {...button} disabled={state === 'copying'} onClick={() => void copy()}>
      <span aria-live="polite">{state === 'copied' ? copiedLabel : label}</span>
    </Button>
  );
}
