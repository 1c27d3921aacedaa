import { Unreachable } from '../../components/unreachable';
import { type ErrorsControllerListApiResponse, useErrorsControllerListQuery } from '../../lib/generated-api';
import { useAnchor } from '../../lib/use-anchor';
import { docs } from '../../texts/docs';
import { frame } from '../../texts/frame';
import { DocTable } from './doc-sections';
import styles from './docs.module.css';

type Explained = ErrorsControllerListApiResponse['errors'][number];
const text = docs.errors;

/** Every error code, each in its own section, to which the docs_url of an error leads (WEB-46). */
export function ErrorCodes() {
  const { data, isError, refetch } = useErrorsControllerListQuery();
  if (!data && isError) return <Unreachable text={text.noCodes} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{frame.loading}</p>;
  return <Codes errors={data.errors} />;
}

/** The codes of answers with this status. */
export function CodesOfStatus({ status, name }: { status: number; name: string }) {
  const { data, isError, refetch } = useErrorsControllerListQuery();
  if (!data && isError) return <Unreachable text={text.noCodes} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{frame.loading}</p>;
  const found = data.errors.filter(({ statuses }) => statuses.includes(status));
  return (
    <DocTable
      name={name}
      columns={[text.code, docs.meaning]}
      rows={found.map(({ code, cause }) => [<a href={`/docs?tab=errors#${code}`}>{code}</a>, cause])}
    />
  );
}

function Codes({ errors }: { errors: Explained[] }) {
  // The browser looked for the section before the codes had loaded.
  useAnchor();
  return (
    <>
      {(Object.keys(text.groups) as Explained['group'][]).map((group) => (
        <div key={group}>
          <h3>{text.groups[group]}</h3>
          {errors
            .filter((one) => one.group === group)
            .map((one) => (
              <Code key={one.code} {...one} />
            ))}
        </div>
      ))}
    </>
  );
}

function Code({ code, statuses, cause, next, retryable, charged }: Explained) {
  return (
    <section id={code} className={styles.errorCode} aria-label={code}>
      <h4>
        <a href={`#${code}`}>
          <code>{code}</code>
        </a>{' '}
        <span>{statuses.join(', ') || text.ofItem}</span>
      </h4>
      <p>
        {cause} {next}
      </p>
      <p className={styles.errorFacts}>
        {retryable ? text.retryable : text.lasting} {text.charged[charged]}
      </p>
    </section>
  );
}
