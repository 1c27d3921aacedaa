import { ResetPasswordForm } from '../features/account/reset-password-form';

export default function Page() {
  return <ResetPasswordForm />;
}
