import { LegalPage } from '../features/legal/legal-page';
import { privacy } from '../texts/legal';

export default function Page() {
  return <LegalPage text={privacy} />;
}
