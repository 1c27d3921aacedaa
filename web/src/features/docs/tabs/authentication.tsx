import { docs } from '../../../texts/docs';
import { CodeBlock } from '../code-block';
import { DocSections } from '../doc-sections';
import { useTarget } from '../docs-target';

const text = docs.authentication;

/** The documentation's tab about sending, keeping and replacing an API key. */
export function Authentication() {
  const { apiKey } = useTarget();
  const key = apiKey ?? '$PRECIS_API_KEY';
  return (
    <DocSections
      sections={[
        {
          id: 'header',
          title: text.header,
          body: (
            <>
              <p>{text.headerText}</p>
              <CodeBlock code={`x-api-key: ${key}`} label={text.keyHeader} />
              <CodeBlock code={`Authorization: Bearer ${key}`} label={text.bearerHeader} />
            </>
          ),
        },
        { id: 'care', title: text.care, body: <p>{text.careText}</p> },
        { id: 'rotate', title: text.rotate, body: <p>{text.rotateText}</p> },
        { id: 'refused', title: text.refused, body: <p>{text.refusedText}</p> },
      ]}
    />
  );
}
