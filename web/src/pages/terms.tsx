import { LegalPage } from '../features/legal/legal-page';
import { terms } from '../texts/legal';

export default function Page() {
  return <LegalPage text={terms} />;
}
