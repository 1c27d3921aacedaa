import { RegisterForm } from '../features/account/register-form';

export default function Page() {
  return <RegisterForm />;
}
