import { Link } from 'react-router-dom';
import { realAnswers } from '../../../landing/real-answers';
import { docs } from '../../../texts/docs';
import { CALLS } from '../calls';
import { CodeBlock, Example } from '../code-block';
import { DocSections } from '../doc-sections';
import { useTarget } from '../docs-target';

const text = docs.start;

/** The documentation's tab that leads from the account to the first answer. */
export function GettingStarted() {
  const { apiKey } = useTarget();
  return (
    <DocSections
      sections={[
        {
          id: 'account',
          title: text.account,
          body: (
            <p>
              {text.accountText} <Link to="/register">{text.signUp}</Link>
            </p>
          ),
        },
        {
          id: 'key',
          title: text.key,
          body: (
            <>
              <p>
                {text.keyText} <Link to="/api-keys">{text.keyPage}</Link>
              </p>
              <p>{text.keyCare}</p>
              <CodeBlock code={`export PRECIS_API_KEY=${apiKey ?? 'prc_...'}`} label={text.key} />
            </>
          ),
        },
        {
          id: 'call',
          title: text.call,
          body: (
            <>
              <p>{text.callText}</p>
              <Example call={CALLS.summarise} />
            </>
          ),
        },
        {
          id: 'answer',
          title: text.answer,
          body: (
            <>
              <p>{text.answerText}</p>
              <CodeBlock code={JSON.stringify(realAnswers.summarise, null, 2)} label={text.realAnswer} />
            </>
          ),
        },
      ]}
    />
  );
}
