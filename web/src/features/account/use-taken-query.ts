import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Removes the query from the address before anything else: a link that works once must not stay in the history or in a shared address (WEB-9,
 * WEB-10). The page keeps the values while it is open.
 */
export function useTakenQuery(): URLSearchParams {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [query] = useState(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
    return new URLSearchParams(search);
  });
  useEffect(() => {
    // Through the router, so that nothing reads the token from its address later.
    if (search) void navigate(pathname, { replace: true });
  }, [navigate, pathname, search]);
  return query;
}
