import { Button, Skeleton } from 'antd';
import { dollars } from '../../lib/figures';
import { useInfoControllerInfoQuery } from '../../lib/generated-api';
import { frame } from '../../texts/frame';
import { pricing } from '../../texts/pricing';
import styles from './pricing.module.css';
import type { Method } from './use-quote';

const KNOWN: Method[] = ['stripe', 'crypto', 'wallet'];

/** The methods of the deployment (WEB-32); undefined until they are known. */
export function useMethods(): Method[] | undefined {
  const { data } = useInfoControllerInfoQuery();
  return data && KNOWN.filter((method) => data.payment_methods.includes(method));
}

export interface MethodChoiceProps {
  method: Method | null;
  balance: number | null;
  onChange: (method: Method) => void;
}

/** How to pay; the wallet with its balance (WEB-18). */
export function MethodChoice({ method, balance, onChange }: MethodChoiceProps) {
  const { isError, isFetching, refetch } = useInfoControllerInfoQuery();
  const methods = useMethods();
  if (!methods && isError && !isFetching) {
    return (
      <div role="alert">
        <p>{pricing.methodsFailed}</p>
        <Button onClick={() => void refetch()}>{frame.retry}</Button>
      </div>
    );
  }
  if (!methods) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (methods.length === 0) return <p role="status">{pricing.noMethods}</p>;
  return (
    <fieldset className={styles.methods}>
      <legend>{pricing.payWith}</legend>
      {methods.map((key) => (
        <label key={key} className={styles.method}>
          <input type="radio" name="method" checked={key === method} onChange={() => onChange(key)} />
          <span>{pricing.methods[key]}</span>
          {key === 'wallet' && (
            <span className={styles.balance}>{balance === null ? pricing.unknown : dollars(balance)}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
