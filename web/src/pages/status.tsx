import { StatusBoard } from '../features/status/status-board';

export default function Page() {
  return <StatusBoard />;
}
