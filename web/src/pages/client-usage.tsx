import { ClientUsage } from '../features/client-usage/client-usage';

export default function Page() {
  return <ClientUsage />;
}
