import { Link } from 'react-router-dom';
import { EmptyLine } from '../components/empty-line';
import { PageTitle } from '../components/page-title';
import { notFound } from '../texts/status';

/** Shown for any address without a page (WEB-2). */
export default function Page() {
  return (
    <>
      <div style={{ textAlign: 'center', paddingTop: 48 }}>
        <PageTitle title={notFound.title} />
      </div>
      <EmptyLine text={notFound.text}>
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 24px', justifyContent: 'center' }}>
          <a href="/">{notFound.home}</a>
          <Link to="/dashboard">{notFound.dashboard}</Link>
        </p>
      </EmptyLine>
    </>
  );
}
