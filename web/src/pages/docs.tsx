import { PageTitle } from '../components/page-title';
import { DocsTabs } from '../features/docs/docs-tabs';
import { DocsTarget } from '../features/docs/docs-target';
import { docs } from '../texts/docs';

export default function Page() {
  return (
    <>
      <PageTitle title={docs.title} />
      <DocsTarget>
        <DocsTabs />
      </DocsTarget>
    </>
  );
}
