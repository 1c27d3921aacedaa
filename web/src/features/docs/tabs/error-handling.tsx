import { Unreachable } from '../../../components/unreachable';
import { realAnswers } from '../../../landing/real-answers';
import { useInfoControllerInfoQuery } from '../../../lib/generated-api';
import { frame } from '../../../texts/frame';
import { docs } from '../../../texts/docs';
import { CodeBlock } from '../code-block';
import { DocSections, DocTable } from '../doc-sections';
import { ErrorCodes } from '../error-codes';

const text = docs.errors;

/** The documentation's tab about refusals: their body, their statuses and codes, and what to repeat. */
export function ErrorHandling() {
  return (
    <DocSections
      sections={[
        {
          id: 'body',
          title: text.body,
          body: (
            <>
              <p>{text.bodyText}</p>
              <CodeBlock code={JSON.stringify(realAnswers.noCaptions, null, 2)} label={text.realError} />
            </>
          ),
        },
        {
          id: 'statuses',
          title: text.statuses,
          body: (
            <DocTable
              name={text.statuses}
              columns={[text.status, docs.meaning]}
              rows={text.statusRows.map((row) => [...row])}
            />
          ),
        },
        {
          id: 'videos',
          title: text.videos,
          body: (
            <>
              <p>{text.videosText}</p>
              <DemoVideos />
            </>
          ),
        },
        { id: 'retries', title: text.retries, body: <p>{text.retriesText}</p> },
        {
          id: 'codes',
          title: text.codes,
          body: (
            <>
              <p>{text.codesText}</p>
              <ErrorCodes />
            </>
          ),
        },
      ]}
    />
  );
}

function DemoVideos() {
  const { data, isError, refetch } = useInfoControllerInfoQuery();
  if (!data && isError) return <Unreachable text={text.noVideos} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{frame.loading}</p>;
  return (
    <DocTable
      name={text.videos}
      columns={[text.video, text.answered]}
      rows={data.demo_videos.map(({ title, video_id: id, status, outcome }) => [
        <>
          {title}
          <br />
          <code>https://youtu.be/{id}</code>
        </>,
        <>
          {status} <code>{outcome}</code>
        </>,
      ])}
    />
  );
}
