import { Unsubscribing } from '../features/account/unsubscribing';

export default function Page() {
  return <Unsubscribing />;
}
