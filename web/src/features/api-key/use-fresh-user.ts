import { useCallback, useEffect, useRef } from 'react';
import { userChanged } from '../../app/session';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useAuthControllerMeQuery } from '../../lib/generated-api';

/** Reads the user again when the page opens: the key may have been made, used or revoked elsewhere. Returns a function that reads again. */
export function useFreshUser(): () => void {
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => state.session.user);
  const changedAtMs = useRef(0);
  // Before the query, which starts immediately.
  useEffect(() => void (changedAtMs.current = Date.now()), [user]);
  const me = useAuthControllerMeQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, isSuccess, isFetching, startedTimeStamp = 0, refetch } = me;
  useEffect(() => {
    // During a call, and after a failure, `data` is the previous answer.
    if (!data || isFetching || !isSuccess) return;
    // Changed here after the call began, for example by a new key: the answer may be older.
    if (startedTimeStamp < changedAtMs.current) {
      // A clock that was set back must not make every answer look old.
      changedAtMs.current = Math.min(changedAtMs.current, Date.now());
      void refetch();
    }
    // An absent key is set explicitly, or the old one would stay.
    else dispatch(userChanged({ ...data.user, apiKey: data.user.apiKey }));
  }, [data, isFetching, isSuccess, startedTimeStamp, refetch, dispatch]);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  return useCallback(() => {
    // After the page was left, refetch() throws.
    if (!isOpen.current) return;
    // A read in progress may be older than what the caller wants to see, and refetch() does nothing during it. Its answer leads to another read.
    changedAtMs.current = Date.now();
    void refetch();
  }, [refetch]);
}
