import { Button, Input } from 'antd';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { playground } from '../../texts/playground';
import { MOST_BYTES } from './own-transcript.rule';
import styles from './summary-form.module.css';

const MOST_TITLE = 300;

export interface OwnTranscriptFieldProps {
  id: string;
  text: string;
  title: string;
  problem: string | null;
  disabled: boolean;
  onText: (text: string) => void;
  onTitle: (title: string) => void;
  onProblem: (problem: string) => void;
}

/** Title, text and file of a transcript of one's own (WEB-48). A file is read here, and only its text leaves the browser. */
export function OwnTranscriptField(props: OwnTranscriptFieldProps) {
  const { id, text, title, problem, disabled, onText, onTitle, onProblem } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Allows choosing the same file again after a correction.
    target.value = '';
    if (!file) return;
    if (file.size > MOST_BYTES) return onProblem(playground.own.problems.tooLarge);
    try {
      onText(await file.text());
      if (title === '') onTitle(file.name.replace(/\.[^.]+$/, '').slice(0, MOST_TITLE));
    } catch {
      onProblem(playground.own.unreadable);
    }
  };

  return (
    <>
      <label htmlFor={`${id}-title`}>{playground.own.title}</label>
      <Input
        id={`${id}-title`}
        className={styles.ownTitle}
        value={title}
        maxLength={MOST_TITLE}
        placeholder={playground.own.titlePlaceholder}
        disabled={disabled}
        onChange={(event) => onTitle(event.target.value)}
      />
      <label htmlFor={`${id}-text`}>{playground.own.text}</label>
      <textarea
        ref={field}
        id={`${id}-text`}
        className={`${styles.focusField} ${styles.ownText}`}
        rows={6}
        placeholder={playground.own.placeholder}
        value={text}
        disabled={disabled}
        spellCheck={false}
        dir="auto"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      <div className={styles.ownFoot}>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".srt,.vtt,.txt,.json"
          aria-label={playground.own.file}
          onChange={(event) => void choose(event)}
        />
        <Button disabled={disabled} onClick={() => chooser.current?.click()}>
          {playground.own.file}
        </Button>
        <p id={`${id}-hint`} className={styles.hint}>
          {playground.own.hint}
        </p>
      </div>
    </>
  );
}
