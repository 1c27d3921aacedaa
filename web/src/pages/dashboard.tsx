import { Dashboard } from '../features/dashboard/dashboard';

export default function Page() {
  return <Dashboard />;
}
