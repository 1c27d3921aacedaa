import { docs } from '../../../texts/docs';
import { CodeBlock } from '../code-block';
import { DocSections } from '../doc-sections';
import { useTarget } from '../docs-target';
import { mcpConfiguration, type McpClient } from '../snippets.rule';
import styles from '../docs.module.css';

const text = docs.mcp;

/** How known clients will be connected; marked, since the package is not there yet. */
export function McpIntegration() {
  const target = useTarget();
  const clients = Object.keys(text.clients) as McpClient[];
  return (
    <DocSections
      sections={[
        {
          id: 'what',
          title: text.what,
          body: (
            <>
              <p>{text.whatText}</p>
              <p className={styles.follows}>
                <strong>{text.follows}.</strong> {text.followsText}
              </p>
            </>
          ),
        },
        ...clients.map((client) => ({
          id: client,
          title: text.clients[client].title,
          body: (
            <>
              <p>{text.clients[client].text}</p>
              <CodeBlock
                code={mcpConfiguration(client, target)}
                label={`${text.clients[client].title}: ${text.follows.toLowerCase()}`}
              />
            </>
          ),
        })),
      ]}
    />
  );
}
