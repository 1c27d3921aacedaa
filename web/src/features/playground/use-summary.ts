import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureStatus, failureText } from '../../lib/call-gateway';
import type { YoutubeControllerInfoApiResponse } from '../../lib/generated-api';
import { playground } from '../../texts/playground';
import { playgroundApi, type Summary } from './api';
import { adviceOn, type Advice, costNothing } from './failed-attempt.rule';
import { type Attempt, beginAttempt, forgetAttempt, markFailed, unfinishedAttempt, type Wish } from './kept-attempt';
import { runAttempt } from './run-attempt';
import { NO_PROGRESS, type SummaryProgress } from './stream-summary';
import { videoIdFromUrl } from './video-url.rule';

/** What the server knows of a video before it is summarised. */
export type VideoInfo = YoutubeControllerInfoApiResponse['data'];

/** The request in progress, and its data so far. */
export interface Work {
  attempt: Attempt;
  info: VideoInfo | null;
  /** Milliseconds after the start at which `info` arrived. */
  infoAtMs: number | null;
  progress: SummaryProgress;
  isRepeating: boolean;
}

/** A summary on the page. */
export interface Shown {
  summary: Summary;
  /** Whether it was opened from the stored summaries, which costs nothing. */
  isStored: boolean;
  /** Whether the user asked for a focus. Of a stored summary only an applied focus is known. */
  hadFocus: boolean;
}

/** An attempt without a summary, shown until the user asks for something else (WEB-43). */
export interface Failed {
  attempt: Attempt;
  /** Null until the title of the video is known. */
  title: string | null;
  /** Null when the user cancelled it. */
  reason: string | null;
  advice: Advice | null;
  /** Whether it is certain that nothing was charged. */
  isFree: boolean;
}

/**
 * The state of the page: idle, processing, or showing a summary (WEB-27). A stored summary can also be shown while one is being made. One attempt
 * runs at a time; an attempt from before a reload is resumed.
 */
export function useSummary() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const accountId = useAppSelector((state) => state.session.user?.id) ?? '';
  const [work, setWork] = useState<Work | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const running = useRef<AbortController>(null);
  /** Counts requests to show something; only the last one is shown. */
  const wishes = useRef(0);

  const run = useCallback(
    async (attempt: Attempt) => {
      const control = new AbortController();
      running.current = control;
      setWork({ attempt, info: null, infoAtMs: null, progress: NO_PROGRESS, isRepeating: false });
      // The summary on the page belongs to another request.
      setShown(null);
      setFailed(null);
      let title: string | null = attempt.own ? attempt.own.title || playground.suppliedTranscript : null;
      // The title may also arrive when this attempt has ended and another one is shown.
      const whileWorking = (change: (before: Work) => Work) =>
        setWork((before) => (before?.attempt === attempt ? change(before) : before));
      // An own transcript has no video to look up.
      const asked = attempt.own
        ? undefined
        : dispatch(
            playgroundApi.endpoints.youtubeControllerInfo.initiate({ body: { url: attempt.url } }, { track: false }),
          );
      void asked?.then(({ data }) => {
        if (!data) return;
        title = data.data.title || null;
        // The title may arrive after a quick failure.
        setFailed((before) => before && (before.attempt === attempt ? { ...before, title } : before));
        whileWorking((before) => ({ ...before, info: data.data, infoAtMs: Date.now() - attempt.startedAtMs }));
      });
      const outcome = await runAttempt(dispatch, attempt, {
        signal: control.signal,
        onProgress: (change) => whileWorking((before) => ({ ...before, progress: change(before.progress) })),
        onRepeat: () => whileWorking((before) => ({ ...before, progress: NO_PROGRESS, isRepeating: true })),
      });
      if (outcome.kind === 'stopped') return;
      running.current = null;
      setWork(null);
      if (outcome.kind === 'done') {
        forgetAttempt();
        const summary = completed(outcome.summary, attempt, title);
        // A stored summary that the user has opened meanwhile stays: the new one is in the list.
        setShown((before) => before ?? { summary, isStored: false, hadFocus: attempt.focus !== '' });
        toasts.success(playground.done);
        return;
      }
      const { error, isFinal, hasLost } = outcome;
      if (isFinal) forgetAttempt();
      // After a refused session it is resumed when its account has logged in again.
      else if (failureStatus(error) !== 401) markFailed(accountId);
      const reason = failureText(error, playground.failed);
      const failure = error as CallFailure;
      const isFree = costNothing(failure, { isFinal, mayHaveBeenMade: attempt.reusesKey || hasLost });
      setFailed({ attempt, title, reason, advice: adviceOn(failure), isFree });
      toasts.error(reason);
    },
    [accountId, dispatch, toasts],
  );

  useEffect(() => {
    const attempt = unfinishedAttempt(accountId, Date.now());
    if (attempt) void run(attempt);
    return () => {
      running.current?.abort();
      running.current = null;
    };
  }, [accountId, run]);

  const start = useCallback(
    (wish: Wish) => {
      // Read at once and not at the next render, because a double click comes earlier.
      if (running.current !== null) return;
      wishes.current += 1;
      void run(beginAttempt(accountId, wish, Date.now()));
    },
    [accountId, run],
  );
  /** Ends the call and keeps its key: a user who asks for the same again pays once, even if the cancelled call was charged (QUOTA-11). */
  const cancel = useCallback(() => {
    if (running.current === null || work === null) return;
    running.current.abort();
    running.current = null;
    markFailed(accountId);
    setWork(null);
    setFailed({
      attempt: work.attempt,
      title: work.info?.title || (work.attempt.own ? work.attempt.own.title || playground.suppliedTranscript : null),
      reason: null,
      advice: null,
      isFree: false,
    });
    // The call may have been charged before it was cancelled, and its summary stored.
    dispatch(playgroundApi.util.invalidateTags(['usage', 'summaries']));
  }, [accountId, dispatch, work]);
  /** Returns whether it was shown. It is not shown when it failed, or when something else was requested before it arrived. */
  const showStored = useCallback(async (read: () => Promise<Summary | undefined>): Promise<boolean> => {
    const wish = ++wishes.current;
    const summary = await read();
    if (!summary || wish !== wishes.current) return false;
    setFailed(null);
    setShown({ summary, isStored: true, hadFocus: summary.focus_applied });
    return true;
  }, []);
  return { work, shown, failed, start, cancel, showStored };
}

/** Fills in fields that a server of the specification does not send, from the request itself (WEB-42). */
function completed(summary: Summary, { url, type }: Attempt, title: string | null): Summary {
  const video_id = summary.video_id || (videoIdFromUrl(url) ?? '');
  return { ...summary, video_id, summary_type: type, title: summary.title || (title ?? playground.untitled) };
}
