import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import './fonts';
import './tokens.css';
import { checkSession } from './check-session';
import { Root } from './root';
import { routes } from './routes';
import { makeStore } from './store';

const store = makeStore();
const router = createBrowserRouter(routes);
// After a refused session, the guard of the open page leads to /login.
void checkSession(store);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Root store={store}>
      <RouterProvider router={router} />
    </Root>
  </StrictMode>,
);
