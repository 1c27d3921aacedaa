import { EmailVerification } from '../features/account/email-verification';

export default function Page() {
  return <EmailVerification />;
}
