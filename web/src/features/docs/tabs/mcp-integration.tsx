import { docs } from '../../../texts/docs';
import { CodeBlock } from '../code-block';
import { DocSections } from '../doc-sections';
import { useTarget } from '../docs-target';
import { McpPackageHash } from '../mcp-package-hash';
import { mcpConfiguration, type McpClient, takesWay } from '../mcp-snippets.rule';

const text = docs.mcp;
const CLIENTS = Object.keys(text.clients) as McpClient[];

/** How known clients are connected: by the package, which they start themselves, or by the remote address. */
export function McpIntegration() {
  const { baseUrl } = useTarget();
  return (
    <DocSections
      sections={[
        {
          id: 'what',
          title: text.what,
          body: (
            <>
              <p>{text.whatText}</p>
              <p>{text.tools}</p>
            </>
          ),
        },
        {
          id: 'ways',
          title: text.ways,
          body: (
            <>
              <p>{text.stdioText}</p>
              <CodeBlock code={`npx -y ${baseUrl}/mcp/precis-mcp.tgz`} label="npx" />
              <McpPackageHash />
              <p>{text.remoteText}</p>
              <CodeBlock code={`${baseUrl}/mcp`} label={text.ways} />
              <p>{text.blockedText}</p>
            </>
          ),
        },
        ...CLIENTS.map((client) => ({
          id: client,
          title: text.clients[client].title,
          body: <Client client={client} />,
        })),
      ]}
    />
  );
}

function Client({ client }: { client: McpClient }) {
  const target = useTarget();
  const { title, text: where } = text.clients[client];
  return (
    <>
      <p>{where}</p>
      <CodeBlock code={mcpConfiguration(client, 'stdio', target)} label={`${title}, ${text.stdio}`} />
      {takesWay(client, 'http') ? (
        <CodeBlock code={mcpConfiguration(client, 'http', target)} label={`${title}, ${text.http}`} />
      ) : (
        <p>
          {text.bundleText} <a href={`${target.baseUrl}/mcp/precis-mcp.mcpb`}>precis-mcp.mcpb</a>
        </p>
      )}
    </>
  );
}
