import { StatementCheck } from '../features/statement/statement-check';

export default function Page() {
  return <StatementCheck />;
}
