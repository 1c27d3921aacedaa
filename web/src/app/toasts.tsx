import { App } from 'antd';
import { useMemo } from 'react';

/** Seconds until a toast disappears (WEB-31). */
export const TOAST_SECONDS = 5;

/** Short messages at the top right. Screen readers announce them immediately. */
export function useToasts() {
  const { notification } = App.useApp();
  return useMemo(
    () => ({
      success: (title: string) => notification.success({ title, role: 'status' }),
      info: (title: string) => notification.info({ title, role: 'status' }),
      error: (title: string) => notification.error({ title, role: 'alert' }),
    }),
    [notification],
  );
}
