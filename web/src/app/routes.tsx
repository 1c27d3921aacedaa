import { lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import { GuestPage, ProtectedPage } from './guards';
import { Layout } from './layout';

const Login = lazy(() => import('../pages/login'));
const Register = lazy(() => import('../pages/register'));
const Pricing = lazy(() => import('../pages/pricing'));
const Docs = lazy(() => import('../pages/docs'));
const Terms = lazy(() => import('../pages/terms'));
const Privacy = lazy(() => import('../pages/privacy'));
const VerifyEmail = lazy(() => import('../pages/verify-email'));
const ForgotPassword = lazy(() => import('../pages/forgot-password'));
const ResetPassword = lazy(() => import('../pages/reset-password'));
const AuthCallback = lazy(() => import('../pages/auth-callback'));
const PaymentSuccess = lazy(() => import('../pages/payment-success'));
const PaymentCancel = lazy(() => import('../pages/payment-cancel'));
const Unsubscribe = lazy(() => import('../pages/unsubscribe'));
const UndoEmailChange = lazy(() => import('../pages/undo-email-change'));
const Status = lazy(() => import('../pages/status'));
const VerifyStatement = lazy(() => import('../pages/verify-statement'));
const NotFound = lazy(() => import('../pages/not-found'));
const Dashboard = lazy(() => import('../pages/dashboard'));
const Profile = lazy(() => import('../pages/profile'));
const ApiKeys = lazy(() => import('../pages/api-keys'));
const Usage = lazy(() => import('../pages/usage'));
const ClientUsage = lazy(() => import('../pages/client-usage'));
const Playground = lazy(() => import('../pages/playground'));
const Referrals = lazy(() => import('../pages/referrals'));

const guest = (element: React.ReactNode) => <GuestPage>{element}</GuestPage>;
const guestOrToken = (element: React.ReactNode) => <GuestPage letTokenThrough>{element}</GuestPage>;
const signedIn = (element: React.ReactNode) => <ProtectedPage>{element}</ProtectedPage>;

/** All pages except the landing page, which is a separate document (WEB-1, WEB-2). */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      { path: '/login', element: guest(<Login />) },
      { path: '/register', element: guest(<Register />) },
      { path: '/forgot-password', element: guest(<ForgotPassword />) },
      { path: '/verify-email', element: guestOrToken(<VerifyEmail />) },
      { path: '/reset-password', element: guestOrToken(<ResetPassword />) },
      { path: '/pricing', element: <Pricing /> },
      { path: '/docs', element: <Docs /> },
      { path: '/terms', element: <Terms /> },
      { path: '/privacy', element: <Privacy /> },
      { path: '/auth/callback', element: <AuthCallback /> },
      { path: '/payment/success', element: <PaymentSuccess /> },
      { path: '/payment/cancel', element: <PaymentCancel /> },
      { path: '/unsubscribe', element: <Unsubscribe /> },
      { path: '/undo-email-change', element: <UndoEmailChange /> },
      { path: '/status', element: <Status /> },
      { path: '/verify-statement', element: <VerifyStatement /> },
      { path: '/dashboard', element: signedIn(<Dashboard />) },
      { path: '/profile', element: signedIn(<Profile />) },
      { path: '/api-keys', element: signedIn(<ApiKeys />) },
      { path: '/usage', element: signedIn(<Usage />) },
      { path: '/client-usage', element: signedIn(<ClientUsage />) },
      { path: '/playground', element: signedIn(<Playground />) },
      { path: '/referrals', element: signedIn(<Referrals />) },
      { path: '*', element: <NotFound /> },
    ],
  },
];
