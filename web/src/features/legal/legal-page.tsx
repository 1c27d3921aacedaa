import { PageTitle } from '../../components/page-title';
import { useAnchor } from '../../lib/use-anchor';
import { legal, type LegalText } from '../../texts/legal';
import styles from './legal.module.css';

/** A legal page: a text to read, with its contents and the way back (WEB-30). */
export function LegalPage({ text: { title, lead, sections } }: { text: LegalText }) {
  useAnchor();
  return (
    <article className={styles.page}>
      <PageTitle title={title} />
      <p className={styles.updated}>{legal.updated}</p>
      <p className={styles.lead}>{lead}</p>
      <nav className={styles.contents} aria-label={legal.contents}>
        <ol>
          {sections.map((section) => (
            <li key={section.title}>
              <a href={`#${anchorOf(section.title)}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map((section, index) => (
        <section key={section.title} id={anchorOf(section.title)} className={styles.section}>
          <h2>
            {index + 1}. {section.title}
          </h2>
          {section.paragraphs.map((paragraph, line) => (
            <p key={line}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p className={styles.back}>
        <a href="/" className={styles.home}>
          {legal.home}
        </a>
      </p>
    </article>
  );
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}
