import { DEFAULT_LIMITS } from '../../../lib/default-limits';
import { whole } from '../../../lib/figures';
import { useInfoControllerInfoQuery } from '../../../lib/generated-api';
import { docs } from '../../../texts/docs';
import { DocSections, DocTable } from '../doc-sections';
import { CodesOfStatus } from '../error-codes';
import styles from '../docs.module.css';

const text = docs.limits;

/** The limits of this deployment; the built-in ones when it cannot be asked, or does not know them at the moment (WEB-22). */
export function RateLimits() {
  const { data, isError } = useInfoControllerInfoQuery();
  const own = data?.rate_limits.length ? data.rate_limits : undefined;
  const limits = own ?? DEFAULT_LIMITS;
  const isKnown = data !== undefined || isError;
  return (
    <DocSections
      sections={[
        {
          id: 'month',
          title: text.month,
          body: (
            <>
              <p>{text.monthText}</p>
              {isKnown && !own && <p role="note">{text.defaults}</p>}
              <DocTable
                name={text.month}
                columns={[text.plan, text.videos]}
                rows={limits.map(({ plan, videos_per_month: videos }) => [
                  <span className={styles.plan}>{plan}</span>,
                  isKnown ? whole(videos) : '–',
                ])}
              />
            </>
          ),
        },
        {
          id: 'headers',
          title: text.headers,
          body: (
            <>
              <p>{text.headersText}</p>
              <DocTable
                name={text.headers}
                columns={[text.header, docs.meaning]}
                rows={text.headerRows.map(([name, meaning]) => [<code>{name}</code>, meaning])}
              />
            </>
          ),
        },
        { id: 'burst', title: text.burst, body: <p>{text.burstText}</p> },
        {
          id: 'refused',
          title: text.refused,
          body: (
            <>
              <p>{text.refusedText}</p>
              <CodesOfStatus status={429} name={text.codes} />
            </>
          ),
        },
      ]}
    />
  );
}
