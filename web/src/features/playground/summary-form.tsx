import { Button, Input, type InputRef } from 'antd';
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useToasts } from '../../app/toasts';
import { whole } from '../../lib/figures';
import { playground } from '../../texts/playground';
import type { SummaryType } from './api';
import { Choice } from './choice';
import { DemoChips } from './demo-chips';
import type { Wish } from './kept-attempt';
import { OwnTranscriptField } from './own-transcript';
import { markOf, readTranscript } from './own-transcript.rule';
import { videoIdFromUrl } from './video-url.rule';
import styles from './summary-form.module.css';

/** A stored summary may arrive between the two clicks of a double click: the second one would start, and pay for, another request. */
const once = (click: MouseEvent) => {
  if (click.detail > 1) click.preventDefault();
};

const MAX_FOCUS = 2_000;

export interface SummaryFormProps {
  initial: Wish | null;
  isWorking: boolean;
  /** Nothing remains this month (WEB-28). */
  isLocked: boolean;
  onStart: (wish: Wish) => void;
}

/** Address, type and focus (WEB-27). An address without a video is refused here, before any call. */
export function SummaryForm({ initial, isWorking, isLocked, onStart }: SummaryFormProps) {
  const [url, setUrl] = useState(initial?.url ?? '');
  const [type, setType] = useState<SummaryType>(initial?.type ?? 'auto');
  const [focus, setFocus] = useState(initial?.focus ?? '');
  const [isFocusOpen, setFocusOpen] = useState(focus !== '');
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [own, setOwn] = useState({ title: '', text: '' });
  const [ownProblem, setOwnProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const toasts = useToasts();
  const field = useRef<InputRef>(null);
  const ids = useId();
  // While a summary is made the user may write the next request; only one runs at a time.
  const isOff = isWorking || isLocked;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOff) return;
    // With an own transcript, the address only serves the links to moments.
    const isBlank = url.trim() === '';
    const found =
      isBlank && isOwnOpen
        ? null
        : isBlank
          ? playground.noAddress
          : videoIdFromUrl(url) === null
            ? playground.badAddress
            : null;
    setProblem(found);
    if (found) return void field.current?.focus();
    const wish = { url: url.trim(), type, focus: isFocusOpen ? focus.trim() : '' };
    if (!isOwnOpen) return onStart(wish);
    const read = readTranscript(own.text);
    if ('problem' in read) {
      setOwnProblem(playground.own.problems[read.problem]);
      return void document.getElementById(`${ids}-own-text`)?.focus();
    }
    onStart({ ...wish, own: { title: own.title.trim(), transcript: read.transcript, mark: markOf(own.text) } });
  };
  const fill = (text: string) => {
    setUrl(text);
    setProblem(null);
    field.current?.focus();
  };
  const paste = async () => {
    try {
      fill((await navigator.clipboard.readText()).trim());
    } catch {
      toasts.info(playground.pasteFailed);
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.line}>
        <div className={styles.address}>
          <label htmlFor={`${ids}-url`} className="visually-hidden">
            {playground.address}
          </label>
          <Input
            ref={field}
            id={`${ids}-url`}
            type="url"
            size="large"
            autoComplete="off"
            placeholder={playground.placeholder}
            value={url}
            maxLength={2048}
            disabled={isLocked}
            status={problem ? 'error' : undefined}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${ids}-problem` : undefined}
            onChange={(event) => {
              setUrl(event.target.value);
              setProblem(null);
            }}
            suffix={
              <button type="button" className={styles.paste} disabled={isLocked} onClick={() => void paste()}>
                {playground.paste}
              </button>
            }
          />
        </div>
        <Button className={styles.show} type="primary" size="large" htmlType="submit" disabled={isOff} onClick={once}>
          {isLocked ? playground.limitReached : isWorking ? playground.processing : playground.show}
        </Button>
      </div>
      <p id={`${ids}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      <div className={styles.options}>
        <Choice
          label={playground.type}
          options={playground.types}
          value={type}
          onChange={setType}
          disabled={isLocked}
        />
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isFocusOpen}
          aria-controls={`${ids}-focus`}
          disabled={isLocked}
          onClick={() => setFocusOpen(!isFocusOpen)}
        >
          <span aria-hidden="true">{isFocusOpen ? '−' : '+'}</span> {playground.focus}
        </button>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOwnOpen}
          aria-controls={`${ids}-own-part`}
          disabled={isLocked}
          onClick={() => {
            setOwnOpen(!isOwnOpen);
            setProblem(null);
          }}
        >
          <span aria-hidden="true">{isOwnOpen ? '−' : '+'}</span> {playground.own.fold}
        </button>
        <DemoChips chosen={url} disabled={isLocked} onPick={fill} />
      </div>
      <div id={`${ids}-focus`} className={styles.focus} hidden={!isFocusOpen}>
        {isFocusOpen && <FocusField id={`${ids}-focus-field`} value={focus} onChange={setFocus} disabled={isLocked} />}
      </div>
      <div id={`${ids}-own-part`} className={styles.focus} hidden={!isOwnOpen}>
        {isOwnOpen && (
          <OwnTranscriptField
            id={`${ids}-own`}
            {...own}
            problem={ownProblem}
            disabled={isLocked}
            onText={(text) => {
              setOwn((before) => ({ ...before, text }));
              setOwnProblem(null);
            }}
            onTitle={(title) => setOwn((before) => ({ ...before, title }))}
            onProblem={setOwnProblem}
          />
        )}
      </div>
    </form>
  );
}

function FocusField(props: { id: string; value: string; onChange: (text: string) => void; disabled: boolean }) {
  const { id, value, onChange, disabled } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const left = MAX_FOCUS - value.length;
  return (
    <>
      <label htmlFor={id}>{playground.focusLabel}</label>
      <textarea
        ref={field}
        id={id}
        className={styles.focusField}
        rows={2}
        maxLength={MAX_FOCUS}
        placeholder={playground.focusPlaceholder}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      {left < 200 && <p className={styles.hint}>{playground.focusHint(whole(left))}</p>}
    </>
  );
}
