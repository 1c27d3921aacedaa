import { PageTitle } from '../components/page-title';
import { Pricing } from '../features/pricing/pricing';
import styles from '../features/pricing/pricing.module.css';
import { pricing } from '../texts/pricing';

export default function Page() {
  return (
    <>
      <header className={styles.head}>
        <PageTitle title={pricing.heading} />
        <p>{pricing.lead}</p>
      </header>
      <Pricing />
    </>
  );
}
