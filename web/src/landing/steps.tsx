import { landing } from '../texts/landing';
import { DEMO_TITLE, realAnswers } from './real-answers';
import styles from './landing.module.css';

const { data } = realAnswers.summarise;
const cut = (text: string) => `${text.slice(0, 41).trimEnd()} ...`;

/** The real answer, with long parts shortened. */
const ANSWER = `{
  "success": true,
  "data": {
    "title": ${JSON.stringify(DEMO_TITLE)},
    "summary": ${JSON.stringify(cut(data.summary))},
    "sentences": [
      { "start_seconds": ${data.sentences[0].start_seconds},
        "text": ${JSON.stringify(cut(data.sentences[0].text))} },
      { "start_seconds": ${data.sentences[1].start_seconds},
        "text": ${JSON.stringify(cut(data.sentences[1].text))} }, ...`;

/** Shows how it works: three steps, the call and its answer. `origin`: the address of this deployment. */
export function Steps({ origin }: { origin: string }) {
  const request = `curl ${origin}/api/youtube/summarize \\
  -H "x-api-key: $PRECIS_API_KEY" \\
  -H "content-type: application/json" \\
  -d '{"url": "https://youtu.be/${data.video_id}"}'`;
  return (
    <section className={styles.steps} aria-labelledby="steps">
      <div>
        <h2 id="steps">{landing.stepsTitle}</h2>
        <ol className={styles.stepList}>
          {landing.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={styles.note}>{landing.stepsNote}</p>
      </div>
      <div className={styles.code}>
        <pre tabIndex={0} aria-label={landing.request}>
          {request}
        </pre>
        <pre tabIndex={0} aria-label={landing.answer} className={styles.answer}>
          {ANSWER}
        </pre>
      </div>
    </section>
  );
}
