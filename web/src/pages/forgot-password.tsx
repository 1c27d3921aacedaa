import { ForgotPasswordForm } from '../features/account/forgot-password-form';

export default function Page() {
  return <ForgotPasswordForm />;
}
