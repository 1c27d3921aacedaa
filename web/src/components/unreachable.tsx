import { Button } from 'antd';
import { frame } from '../texts/frame';
import { EmptyLine } from './empty-line';

/** Shown when something could not be loaded: the specified sentence and a way to try again. */
export function Unreachable({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyLine text={text}>
        <Button onClick={onRetry}>{frame.retry}</Button>
      </EmptyLine>
    </div>
  );
}
