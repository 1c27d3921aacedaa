import { useEffect, useState } from 'react';
import { MONEY_ANSWERS } from '../lib/answers/money';
import { DEFAULT_LIMITS } from '../lib/default-limits';
import { dollars, whole } from '../lib/figures';
import { landing } from '../texts/landing';
import styles from './landing.module.css';

interface Row {
  plan: string;
  videos: number;
  /** Undefined until the deployment has answered: an unknown price is never shown as zero. */
  price?: number;
}

/** The plans with their limits and monthly prices in this deployment. */
export function Prices() {
  const prices = usePrices();
  const rows: Row[] = DEFAULT_LIMITS.map(({ plan, videos_per_month: videos }) => ({
    plan,
    videos,
    price: prices[plan],
  }));
  return (
    <section className={styles.part} aria-labelledby="prices">
      <h2 id="prices">{landing.pricesTitle}</h2>
      <ul className={styles.prices}>
        {rows.map(({ plan, videos, price }) => (
          <li key={plan}>
            <h3>{landing.plans[plan] ?? plan}</h3>
            <p className={styles.price}>{price === undefined ? '–' : dollars(price)}</p>
            <p className={styles.muted}>{landing.videos(whole(videos))}</p>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {landing.pricesNote} <a href="/pricing">{landing.seePricing}</a>
      </p>
    </section>
  );
}

function usePrices(): Record<string, number> {
  const [prices, setPrices] = useState<Record<string, number>>({});
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      const response = await fetch(`${location.origin}/api/subscription/plans`, { signal: leaving.signal });
      if (!response.ok) return;
      const { plans } = MONEY_ANSWERS.subscriptionControllerPlans(await response.json());
      setPrices(Object.fromEntries(plans.map(({ key, price }) => [key, price])));
    };
    // An unknown price stays a dash; /pricing explains more.
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return prices;
}
