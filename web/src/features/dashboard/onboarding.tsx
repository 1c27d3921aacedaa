import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { useUsageControllerClientsQuery } from '../../lib/generated-api';
import { frame } from '../../texts/frame';
import { dashboard } from '../../texts/dashboard';
import { recentMonths } from '../usage/recent-months.rule';
import styles from './onboarding.module.css';
import { onboardingSteps, type StepName } from './onboarding.rule';
import { usePageVisible } from './use-page-visible';

/** Milliseconds between two checks for a call, while a step is open. */
export const POLL_MS = 4_000;

const ORDER: StepName[] = ['verified', 'key', 'call', 'assistant'];

export interface OnboardingProps {
  /** Called when a call arrived while the page was open, so that the data that it changed is read again. */
  onCall: () => void;
  onMcp: () => void;
}

/** The steps from the account to the first call and the first assistant; completed steps are ticked automatically (WEB-17). */
export function Onboarding({ onCall, onMcp }: OnboardingProps) {
  const user = useAppSelector((state) => state.session.user);
  const isVisible = usePageVisible();
  const [isOpen, setOpen] = useState(true);
  const current = useUsageControllerClientsQuery(
    {},
    { refetchOnMountOrArgChange: true, pollingInterval: isOpen && isVisible && user?.apiKey ? POLL_MS : 0 },
  );
  // On the first of a month, an assistant of the day before still counts.
  const before = current.data && recentMonths(current.data.month, 2)[1].month;
  const past = useUsageControllerClientsQuery({ month: before }, { skip: before === undefined });
  const clients = current.data && [...current.data.clients, ...(past.data?.clients ?? [])];
  const steps = onboardingSteps({
    isVerified: user?.email_verified ?? false,
    hasKey: user?.apiKey !== undefined,
    hasUsedKey: !!user?.api_key_last_used,
    clients,
  });
  const isComplete = steps.call && steps.assistant;
  if (isOpen === isComplete) setOpen(!isComplete);

  const count = current.data?.count;
  const known = useRef(count);
  useEffect(() => {
    if (known.current !== undefined && count !== undefined && count !== known.current) onCall();
    known.current = count;
  }, [count, onCall]);

  const next = ORDER.find((name) => !steps[name]);
  return (
    <section aria-labelledby="get-started">
      <h2 id="get-started" className={styles.heading}>
        {dashboard.getStarted}
      </h2>
      <ol className={styles.list} aria-live="polite">
        {ORDER.map((name) => (
          <li key={name} className={styles.step} data-done={steps[name]} data-next={name === next}>
            <span className={styles.mark} aria-hidden="true" />
            <div>
              {dashboard.steps[name]}
              <span className="visually-hidden">, {steps[name] ? dashboard.done : dashboard.open}</span>
              {name === next && <Hint name={name} onMcp={onMcp} />}
            </div>
          </li>
        ))}
      </ol>
      {current.isError && !current.isFetching && !current.data && (
        <p className={styles.failed} role="alert">
          {dashboard.stepsFailed}{' '}
          <button type="button" className={styles.textButton} onClick={() => void current.refetch()}>
            {frame.retry}
          </button>
        </p>
      )}
    </section>
  );
}

/** The instructions of the next step. */
function Hint({ name, onMcp }: { name: StepName; onMcp: () => void }) {
  if (name === 'key') {
    return (
      <p className={styles.hint}>
        <Link to="/api-keys">{dashboard.toKeys}</Link>
      </p>
    );
  }
  if (name === 'call') return <p className={styles.hint}>{dashboard.waiting}</p>;
  if (name === 'assistant') {
    return (
      <p className={styles.hint}>
        <button type="button" className={styles.textButton} onClick={onMcp}>
          {dashboard.toMcp}
        </button>
      </p>
    );
  }
  return null;
}
