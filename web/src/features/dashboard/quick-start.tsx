import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { CopyButton } from '../../components/copy-button';
import { clientName } from '../../lib/client-name';
import { moment } from '../../lib/figures';
import { useInfoControllerInfoQuery } from '../../lib/generated-api';
import { dashboard } from '../../texts/dashboard';
import { maskedKey } from '../api-key/masked-key.rule';
import { EXAMPLE_LANGUAGES, type ExampleLanguage, firstCallExample, KEY_PLACEHOLDER } from './examples.rule';
import styles from './quick-start.module.css';

/** The video of the example while no sample video of the deployment is known. */
const VIDEO_PLACEHOLDER = 'https://www.youtube.com/watch?v=VIDEO_ID';

export interface QuickStartProps {
  language: ExampleLanguage;
  onLanguage: (language: ExampleLanguage) => void;
}

/** The first call in each language and as an MCP configuration, with the user's own key, masked until it is shown (WEB-17). */
export function QuickStart({ language, onLanguage }: QuickStartProps) {
  const user = useAppSelector((state) => state.session.user);
  const { data: info } = useInfoControllerInfoQuery();
  const toasts = useToasts();
  const [isShown, setShown] = useState(false);
  const key = user?.apiKey;
  const lastUse = user?.api_key_last_used;
  const example = (apiKey: string) =>
    firstCallExample(language, {
      baseUrl: info?.base_url ?? window.location.origin,
      apiKey,
      videoUrl: info?.demo_videos.find(({ outcome }) => outcome === 'ok')?.url ?? VIDEO_PLACEHOLDER,
    });
  const shownKey = key === undefined ? KEY_PLACEHOLDER : isShown ? key : maskedKey(key);

  return (
    <section aria-labelledby="quick-start" className={styles.quickStart}>
      <h2 id="quick-start" className="visually-hidden">
        {dashboard.quickStart}
      </h2>
      <div className={styles.bar}>
        <Segmented<ExampleLanguage>
          aria-label={dashboard.language}
          className={styles.languages}
          value={language}
          onChange={onLanguage}
          options={EXAMPLE_LANGUAGES.map((value) => ({ value, label: dashboard.languages[value] }))}
        />
        <div className={styles.buttons}>
          {key && (
            <Button onClick={() => setShown(!isShown)} aria-pressed={isShown}>
              {isShown ? dashboard.hideKey : dashboard.showKey}
            </Button>
          )}
          <CopyButton
            text={example(key ?? KEY_PLACEHOLDER)}
            label={dashboard.copy}
            title={key ? dashboard.copyNote : undefined}
            onFailed={() => toasts.error(dashboard.copyFailed)}
          />
        </div>
      </div>
      <pre
        className={styles.example}
        tabIndex={0}
        aria-label={`${dashboard.quickStart}, ${dashboard.languages[language]}`}
      >
        <code>{example(shownKey)}</code>
      </pre>
      {language === 'mcp' && (
        <p className={styles.note}>
          {dashboard.mcpNote} <Link to="/docs?tab=mcp">{dashboard.mcpMore}</Link>
        </p>
      )}
      {!key && <p className={styles.note}>{dashboard.noKey}</p>}
      {lastUse && (
        <p className={styles.lastCall} aria-live="polite">
          {dashboard.lastCall(moment(lastUse.at), clientName(lastUse.client, dashboard.namelessClient))}
        </p>
      )}
    </section>
  );
}
