import { docs } from '../../../texts/docs';
import { CALLS } from '../calls';
import { CodeBlock, Example } from '../code-block';
import { DocSections } from '../doc-sections';
import { useTarget } from '../docs-target';
import { type Call, clientSnippet } from '../snippets.rule';
import { VERIFY_WEBHOOK } from '../verify-webhook';

const text = docs.examples;
const PARTS: { id: string; title: string; text: string; call: Call }[] = [
  { id: 'first', title: text.first, text: text.firstText, call: CALLS.summarise },
  { id: 'focus', title: text.focus, text: text.focusText, call: CALLS.focused },
  { id: 'check', title: text.check, text: text.checkText, call: CALLS.info },
  { id: 'left', title: text.left, text: text.leftText, call: CALLS.usage },
];

/** The documentation's tab with complete examples of calls, of a webhook's receiver, and of the client package. */
export function CodeExamples() {
  const target = useTarget();
  return (
    <DocSections
      sections={[
        ...PARTS.map(({ id, title, text: lead, call }, index) => ({
          id,
          title,
          body: (
            <>
              <p>{lead}</p>
              <Example call={call} />
              {index === 0 && <p>{text.noPackage}</p>}
            </>
          ),
        })),
        { id: 'webhooks', title: text.webhooks, body: <VerifyWebhook /> },
        {
          id: 'client',
          title: text.client,
          body: (
            <>
              <p>{text.clientText}</p>
              <CodeBlock code={clientSnippet(CALLS.summarise, target)} label={text.client} />
            </>
          ),
        },
      ]}
    />
  );
}

/** How a receiver verifies that a request is ours (HOOK-3, HOOK-16). */
function VerifyWebhook() {
  return (
    <>
      <p>{text.webhooksText}</p>
      <CodeBlock code={VERIFY_WEBHOOK.typescript} label={text.webhooksTypescript} />
      <CodeBlock code={VERIFY_WEBHOOK.python} label={text.webhooksPython} />
      <p>{text.webhooksLibraries}</p>
      <p>{text.webhooksRepeats}</p>
    </>
  );
}
