import { SignInReturn } from '../features/account/sign-in-return';

export default function Page() {
  return <SignInReturn />;
}
