import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureStatus, failureText } from '../../lib/call-gateway';
import type { YoutubeControllerInfoApiResponse } from '../../lib/generated-api';
import { playground } from '../../texts/playground';
import { playgroundApi, type Summary } from './api';
import { adviceOn, type Advice, costNothing } from './failed-attempt.rule';
import { type Attempt, beginAttempt, forgetAttempt, markFailed, unfinishedAttempt } from './kept-attempt';
import { runAttempt } from './run-attempt';
import { NOTHING_SAID, type Said } from './stream-summary';
import { videoIdFromUrl } from './video-url.rule';

export type VideoInfo = YoutubeControllerInfoApiResponse['data'];

/** What is being worked on, and what is known of it so far. */
export interface Work {
  attempt: Attempt;
  info: VideoInfo | null;
  /** Milliseconds after the start at which `info` came. */
  infoAtMs: number | null;
  said: Said;
  isRepeating: boolean;
}

/** A summary on the page: `stored` was read again and cost nothing. */
export interface Shown {
  summary: Summary;
  isStored: boolean;
  hadFocus: boolean;
}

/** An attempt that brought no summary, as the page says it until something else is asked for (WEB-43). */
export interface Failed {
  attempt: Attempt;
  /** Null while the video has not told its own. */
  title: string | null;
  /** Null: its user cancelled it. */
  reason: string | null;
  advice: Advice | null;
  isFree: boolean;
}

/** Idle, processing, or a summary shown (WEB-27). One attempt at a time; one that an earlier load of the page began is taken up again. */
export function useSummary() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const accountId = useAppSelector((state) => state.session.user?.id) ?? '';
  const [work, setWork] = useState<Work | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const running = useRef<AbortController>(null);
  /** Counts what was asked to be shown: only the last of it is. */
  const wishes = useRef(0);

  const run = useCallback(
    async (attempt: Attempt) => {
      const control = new AbortController();
      running.current = control;
      setWork({ attempt, info: null, infoAtMs: null, said: NOTHING_SAID, isRepeating: false });
      // What stands there is of another wish.
      setShown(null);
      setFailed(null);
      let title: string | null = null;
      const whileWorking = (change: (before: Work) => Work) => {
        if (!control.signal.aborted) setWork((before) => before && change(before));
      };
      void dispatch(
        playgroundApi.endpoints.youtubeControllerInfo.initiate({ body: { url: attempt.url } }, { track: false }),
      ).then(({ data }) => {
        if (!data) return;
        title = data.data.title || null;
        // It may come behind a failure that was quick.
        setFailed((before) => before && (before.attempt === attempt ? { ...before, title } : before));
        whileWorking((before) => ({ ...before, info: data.data, infoAtMs: Date.now() - attempt.startedAtMs }));
      });
      const outcome = await runAttempt(dispatch, attempt, {
        signal: control.signal,
        onSaid: (change) => whileWorking((before) => ({ ...before, said: change(before.said) })),
        onRepeat: () => whileWorking((before) => ({ ...before, said: NOTHING_SAID, isRepeating: true })),
      });
      if (outcome.kind === 'stopped') return;
      running.current = null;
      setWork(null);
      if (outcome.kind === 'done') {
        forgetAttempt();
        const summary = completed(outcome.summary, attempt, title);
        setShown({ summary, isStored: false, hadFocus: attempt.focus !== '' });
        toasts.success(playground.done);
        return;
      }
      const { error, isFinal, hasLost } = outcome;
      if (isFinal) forgetAttempt();
      // After a refused session it goes on when its account has logged in again.
      else if (failureStatus(error) !== 401) markFailed(accountId);
      const reason = failureText(error, playground.failed);
      const failure = error as CallFailure;
      const isFree = costNothing(failure, { isFinal, mayHaveBeenMade: attempt.isAgain || hasLost });
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
    (wish: Pick<Attempt, 'url' | 'type' | 'focus'>) => {
      // Read at once, not at the next render: a double click comes before it.
      if (running.current !== null) return;
      wishes.current += 1;
      void run(beginAttempt(accountId, wish, Date.now()));
    },
    [accountId, run],
  );
  /** Ends the call. Its key is kept: whoever asks for the same again pays once, whatever has become of it (QUOTA-11). */
  const cancel = useCallback(() => {
    if (running.current === null || work === null) return;
    running.current.abort();
    running.current = null;
    markFailed(accountId);
    setWork(null);
    setFailed({ attempt: work.attempt, title: work.info?.title || null, reason: null, advice: null, isFree: false });
    dispatch(playgroundApi.util.invalidateTags(['usage']));
  }, [accountId, dispatch, work]);
  /** Answers whether it was shown: nothing is that failed, or came after something else was asked for. */
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

/** A server that says less than ours is asked nothing twice: what was asked for is known here (WEB-42). */
function completed(summary: Summary, { url, type }: Attempt, title: string | null): Summary {
  const video_id = summary.video_id || (videoIdFromUrl(url) ?? '');
  return { ...summary, video_id, summary_type: type, title: summary.title || (title ?? playground.untitled) };
}
