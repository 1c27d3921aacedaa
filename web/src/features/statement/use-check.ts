import { type Known, type Verdict, verifyStatement } from '@precis/statement/verify-statement';
import { useRef, useState } from 'react';
import { filePieces } from './file-pieces';

export type CheckState =
  | { kind: 'idle' }
  | { kind: 'checking'; name: string }
  | { kind: 'done'; verdict: Verdict }
  | { kind: 'unreadable' }
  | { kind: 'insecure' };

/** Checks a file in this browser. If several were chosen, it shows the last one. `reset` takes the verdict away, for a file that is not checked. */
export function useCheck(): {
  state: CheckState;
  check: (file: File, known: Known) => Promise<void>;
  reset: () => void;
} {
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const latest = useRef(0);
  const check = async (file: File, known: Known) => {
    const own = ++latest.current;
    const show = (next: CheckState) => own === latest.current && setState(next);
    // Absent on a page without https.
    if ((crypto as Partial<Crypto>).subtle === undefined) return void show({ kind: 'insecure' });
    show({ kind: 'checking', name: file.name });
    try {
      show({ kind: 'done', verdict: await verifyStatement(filePieces(file), known) });
    } catch {
      show({ kind: 'unreadable' });
    }
  };
  const reset = () => {
    latest.current++;
    setState({ kind: 'idle' });
  };
  return { state, check, reset };
}
