import { useEffect, useRef } from 'react';
import { userChanged } from '../../app/session';
import { useAppDispatch, useAppSelector } from '../../app/store';
import { useAuthControllerMeQuery } from '../../lib/generated-api';

/** Reads the user again when the page opens: the key may have been made, used or revoked elsewhere. Returns how to do it once more. */
export function useFreshUser(): () => unknown {
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => state.session.user);
  const changedAtMs = useRef(0);
  // Stands before the query, which asks at once.
  useEffect(() => void (changedAtMs.current = Date.now()), [user]);
  const me = useAuthControllerMeQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, isSuccess, isFetching, startedTimeStamp = 0, refetch } = me;
  useEffect(() => {
    // While it is asked, and after a failure, `data` is the answer of before.
    if (!data || isFetching || !isSuccess) return;
    // Changed here after it was asked, as by a key that was made: the answer may be from before that.
    if (startedTimeStamp < changedAtMs.current) void refetch();
    // An absent key is said explicitly, or the old one would stay.
    else dispatch(userChanged({ ...data.user, apiKey: data.user.apiKey }));
  }, [data, isFetching, isSuccess, startedTimeStamp, refetch, dispatch]);
  return refetch;
}
