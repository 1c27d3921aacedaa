import { App as AntApp, ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { Provider } from 'react-redux';
import { useAppearance } from './appearance';
import type { Store } from './store';
import { antTheme } from './theme';
import { TOAST_SECONDS } from './toasts';

/** Top of the toasts: the account's menu stays visible. */
const BELOW_HEADER_PX = 76;

/** The surroundings of every page: the store, the theme, and the place of toasts. */
export function Root({ store, children }: { store: Store; children: ReactNode }) {
  const appearance = useAppearance();
  const theme = useMemo(() => antTheme(appearance), [appearance]);
  return (
    <Provider store={store}>
      <ConfigProvider theme={theme}>
        <AntApp
          notification={{ placement: 'topRight', top: BELOW_HEADER_PX, duration: TOAST_SECONDS, pauseOnHover: true }}
          component={false}
        >
          {children}
        </AntApp>
      </ConfigProvider>
    </Provider>
  );
}
