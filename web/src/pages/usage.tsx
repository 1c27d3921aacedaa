import { UsageStatistics } from '../features/usage/usage-statistics';

export default function Page() {
  return <UsageStatistics />;
}
