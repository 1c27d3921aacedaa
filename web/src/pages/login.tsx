import { LoginForm } from '../features/account/login-form';

export default function Page() {
  return <LoginForm />;
}
