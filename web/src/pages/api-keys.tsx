import { ApiKey } from '../features/api-key/api-key';

export default function Page() {
  return <ApiKey />;
}
