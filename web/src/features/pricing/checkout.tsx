import { Button, Input, Skeleton } from 'antd';
import { useEffect, useId, useState } from 'react';
import { failureText } from '../../lib/call-gateway';
import { day, dollars } from '../../lib/figures';
import { frame } from '../../texts/frame';
import { pricing } from '../../texts/pricing';
import { MethodChoice, useMethods } from './method-choice';
import type { Period } from './periods.rule';
import styles from './pricing.module.css';
import { useCheckout } from './use-checkout';
import { type Method, type Order, type Quote, useQuote } from './use-quote';

export interface CheckoutProps {
  plan: string;
  period: Period;
  extend: boolean;
  isRenewal: boolean;
  /** The wallet of the session's user; null while it is unknown. */
  balance: number | null;
  referralCode: string;
  /** Called with the amount due; null while it is being calculated. */
  onDue: (due: number | null) => void;
}

/** Order summary at the server's price, the method, and the one button that pays (WEB-18, WEB-20). */
export function Checkout({ plan, period, extend, isRenewal, balance, referralCode, onDue }: CheckoutProps) {
  const methods = useMethods();
  const [chosen, setMethod] = useState<Method | null>(null);
  const [code, setCode] = useState(referralCode);
  const codeId = useId();
  const method = chosen ?? methods?.[0] ?? null;
  const order: Order | null = method && { plan, duration: period, paymentMethod: method, extend };
  const { quote, error, previousDue, renew, again } = useQuote(order);
  const { pay, isPaying } = useCheckout(renew);
  const due = quote?.due ?? null;
  useEffect(() => onDue(due), [due, onDue]);
  const isAsking = !error && methods?.length !== 0;
  const funds = quote?.wallet_balance ?? balance;
  // The total is what is due after credit: a wallet that covers it is sufficient (WEB-20, PAY-21).
  const isTooSmall = method === 'wallet' && quote !== undefined && funds !== null && funds < quote.due;

  return (
    <>
      {isRenewal && <p className={styles.note}>{pricing.renewing}</p>}
      {extend && !isRenewal && <p className={styles.note}>{pricing.extending}</p>}
      <div aria-live="polite">
        {quote && previousDue !== undefined && (
          <p className={styles.warning}>
            {previousDue === quote.due ? pricing.samePrice : pricing.newPrice(dollars(previousDue), dollars(quote.due))}
          </p>
        )}
        {quote && <QuoteLines quote={quote} />}
      </div>
      {!quote && Boolean(error) && (
        <div role="alert">
          <p>{failureText(error, pricing.quoteFailed)}</p>
          <Button onClick={again}>{frame.retry}</Button>
        </div>
      )}
      {!quote && isAsking && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      <MethodChoice method={method} balance={funds} onChange={setMethod} />
      <div>
        <label htmlFor={codeId} className={styles.label}>
          {pricing.referral}
        </label>
        <Input id={codeId} value={code} maxLength={64} autoComplete="off" onChange={(e) => setCode(e.target.value)} />
      </div>
      {isTooSmall && (
        <p role="alert" className={styles.problem}>
          {pricing.insufficient}
        </p>
      )}
      {order && quote && (
        <Button
          type="primary"
          size="large"
          block
          disabled={isTooSmall || isPaying}
          onClick={() => void pay(order, quote, code)}
        >
          {isPaying ? pricing.paying : quote.due === 0 ? pricing.start : pricing.pay(dollars(quote.due))}
        </Button>
      )}
      {!quote && isAsking && <Skeleton.Button active block size="large" />}
      {quote && <p className={styles.small}>{pricing.term(day(quote.starts_at), day(quote.ends_at))}</p>}
    </>
  );
}

function QuoteLines({ quote }: { quote: Quote }) {
  return (
    <dl className={styles.lines}>
      {quote.lines.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{dollars(amount)}</dd>
        </div>
      ))}
      {quote.credit > 0 && (
        <div>
          <dt>{pricing.total}</dt>
          <dd>{dollars(quote.total)}</dd>
        </div>
      )}
      <div className={styles.due}>
        <dt>{pricing.due}</dt>
        <dd>{dollars(quote.due)}</dd>
      </div>
    </dl>
  );
}
