import { realAnswers } from '../../../landing/real-answers';
import { docs } from '../../../texts/docs';
import { CALLS } from '../calls';
import { CodeBlock, Example } from '../code-block';
import { DocSections, DocTable } from '../doc-sections';
import { useTarget } from '../docs-target';

const text = docs.endpoints;
const COLUMNS = [docs.field, docs.meaning];
const named = (rows: readonly (readonly [string, string])[]) => rows.map(([name, of]) => [<code>{name}</code>, of]);

/** The documentation's tab about the operations of the API, their fields and their answers. */
export function ApiEndpoints() {
  const { baseUrl } = useTarget();
  return (
    <DocSections
      sections={[
        {
          id: 'base',
          title: text.base,
          body: (
            <>
              <p>{text.baseText}</p>
              <CodeBlock code={baseUrl} label={text.base} />
            </>
          ),
        },
        {
          id: 'summarize',
          title: text.summarise,
          body: (
            <>
              <p>{text.summariseText}</p>
              <Example call={CALLS.summarise} />
              <h3>{text.send}</h3>
              <DocTable name={text.send} columns={COLUMNS} rows={named(text.summariseFields)} />
              <h3>{text.receive}</h3>
              <DocTable name={text.receive} columns={COLUMNS} rows={named(text.summariseAnswers)} />
              <CodeBlock code={JSON.stringify(realAnswers.summarise, null, 2)} label={text.realAnswer} />
            </>
          ),
        },
        { id: 'stream', title: text.stream, body: <p>{text.streamText}</p> },
        { id: 'jobs', title: text.jobs, body: <p>{text.jobsText}</p> },
        { id: 'repeat', title: text.repeat, body: <p>{text.repeatText}</p> },
        { id: 'receipt', title: text.receipt, body: <p>{text.receiptText}</p> },
        {
          id: 'info',
          title: text.info,
          body: (
            <>
              <p>{text.infoText}</p>
              <Example call={CALLS.info} />
              <CodeBlock code={JSON.stringify(realAnswers.info, null, 2)} label={text.realAnswer} />
            </>
          ),
        },
        { id: 'transcript', title: text.transcript, body: <p>{text.transcriptText}</p> },
        { id: 'estimate', title: text.estimate, body: <p>{text.estimateText}</p> },
        { id: 'batches', title: text.batches, body: <p>{text.batchesText}</p> },
        {
          id: 'usage',
          title: text.usage,
          body: (
            <>
              <p>{text.usageText}</p>
              <Example call={CALLS.usage} />
            </>
          ),
        },
        { id: 'statement', title: text.statement, body: <p>{text.statementText}</p> },
        {
          id: 'api-info',
          title: text.apiInfo,
          body: (
            <>
              <p>{text.apiInfoText}</p>
              <Example call={CALLS.apiInfo} />
            </>
          ),
        },
      ]}
    />
  );
}
