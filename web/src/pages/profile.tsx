import { Profile } from '../features/profile/profile';

export default function Page() {
  return <Profile />;
}
