import { App } from 'antd';
import { useLayoutEffect, useMemo, useRef } from 'react';

/** Seconds until a toast disappears (WEB-31). */
export const TOAST_SECONDS = 5;

/**
 * Short messages at the top right. Screen readers announce them immediately. The result is the same object for the life of the component. antd makes
 * a new `notification` whenever the appearance changes, and effects that depend on it would then end the call that runs.
 */
export function useToasts() {
  const { notification } = App.useApp();
  const latest = useRef(notification);
  useLayoutEffect(() => {
    latest.current = notification;
  });
  return useMemo(
    () => ({
      success: (title: string) => latest.current.success({ title, role: 'status' }),
      info: (title: string) => latest.current.info({ title, role: 'status' }),
      error: (title: string) => latest.current.error({ title, role: 'alert' }),
    }),
    [],
  );
}
