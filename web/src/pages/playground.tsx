import { PageTitle } from '../components/page-title';
import { Playground } from '../features/playground/playground';
import { playground } from '../texts/playground';

/** /playground */
export default function Page() {
  return (
    <>
      <PageTitle title={playground.title} hidden />
      <Playground />
    </>
  );
}
