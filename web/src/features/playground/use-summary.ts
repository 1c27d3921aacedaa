import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { failureStatus, failureText } from '../../lib/call-gateway';
import type { YoutubeControllerInfoApiResponse } from '../../lib/generated-api';
import { playground } from '../../texts/playground';
import { playgroundApi, type Summary } from './api';
import { type Attempt, beginAttempt, forgetAttempt, markFailed, unfinishedAttempt } from './kept-attempt';
import { runAttempt } from './run-attempt';
import { NOTHING_SAID, type Said } from './stream-summary';

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

/** Idle, processing, or a summary shown (WEB-27). One attempt at a time; one that an earlier load of the page began is taken up again. */
export function useSummary() {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const accountId = useAppSelector((state) => state.session.user?.id) ?? '';
  const [work, setWork] = useState<Work | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const running = useRef<AbortController>(null);
  /** Counts what was asked to be shown: only the last of it is. */
  const wishes = useRef(0);

  const run = useCallback(
    async (attempt: Attempt) => {
      const control = new AbortController();
      running.current = control;
      setWork({ attempt, info: null, infoAtMs: null, said: NOTHING_SAID, isRepeating: false });
      const whileWorking = (change: (before: Work) => Work) => {
        if (!control.signal.aborted) setWork((before) => before && change(before));
      };
      void dispatch(
        playgroundApi.endpoints.youtubeControllerInfo.initiate({ body: { url: attempt.url } }, { track: false }),
      ).then(({ data }) => {
        if (!data) return;
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
        setShown({ summary: outcome.summary, isStored: false, hadFocus: attempt.focus !== '' });
        toasts.success(playground.done);
        return;
      }
      if (outcome.isFinal) forgetAttempt();
      // After a refused session it goes on when its account has logged in again.
      else if (failureStatus(outcome.error) !== 401) markFailed(accountId);
      toasts.error(failureText(outcome.error, playground.failed));
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
  /** Answers whether it was shown: nothing is that failed, or came after something else was asked for. */
  const showStored = useCallback(async (read: () => Promise<Summary | undefined>): Promise<boolean> => {
    const wish = ++wishes.current;
    const summary = await read();
    if (!summary || wish !== wishes.current) return false;
    setShown({ summary, isStored: true, hadFocus: summary.focus_applied });
    return true;
  }, []);
  return { work, shown, start, showStored };
}
