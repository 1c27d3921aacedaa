import { Unreachable } from '../../components/unreachable';
import { docs } from '../../texts/docs';
import styles from './docs.module.css';
import { useMcpPackagesQuery } from './mcp-package-api';

const text = docs.mcp;

/** The hash of the package, from the server that serves it, so it cannot be that of another build. */
export function McpPackageHash() {
  const { data, isError, refetch } = useMcpPackagesQuery();
  if (!data && isError) return <Unreachable text={text.hashFailed} onRetry={() => void refetch()} />;
  const hash = data?.packages.find(({ identifier }) => identifier.endsWith('.tgz'))?.fileSha256;
  return (
    <p className={styles.hash}>
      {text.hashText} <code>{hash ?? '…'}</code>
    </p>
  );
}
