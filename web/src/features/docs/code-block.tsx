import type { ReactNode } from 'react';
import { useToasts } from '../../app/toasts';
import { CopyButton } from '../../components/copy-button';
import { useExampleLanguage } from '../../lib/example-language';
import { docs } from '../../texts/docs';
import { useTarget } from './docs-target';
import { type Call, LANGUAGES, snippet } from './snippets.rule';
import styles from './docs.module.css';

/** Code with a button that copies it. `label` is for screen readers; `head` is shown next to the button. */
export function CodeBlock({ code, label, head }: { code: string; label: string; head?: ReactNode }) {
  const toasts = useToasts();
  return (
    <figure className={styles.code}>
      <figcaption className={styles.codeHead}>
        <div className={styles.codeTitle}>{head ?? label}</div>
        <CopyButton
          text={code}
          label={docs.copy}
          size="small"
          type="text"
          aria-label={`${docs.copy}: ${label}`}
          onFailed={() => toasts.error(docs.copyFailed)}
        />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        {code}
      </pre>
    </figure>
  );
}

/** A call in the chosen language; the switch of one example is the switch of all. */
export function Example({ call }: { call: Call }) {
  const [language, choose] = useExampleLanguage(LANGUAGES);
  const target = useTarget();
  const label = `${call.method} ${call.path}`;
  return (
    <CodeBlock
      code={snippet(language, call, target)}
      label={label}
      head={
        <div role="group" aria-label={docs.language} className={styles.languages}>
          {LANGUAGES.map((key) => (
            <button key={key} type="button" aria-pressed={key === language} onClick={() => choose(key)}>
              {docs.languages[key]}
            </button>
          ))}
        </div>
      }
    />
  );
}
