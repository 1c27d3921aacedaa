import { Button } from 'antd';
import { useToasts } from '../app/toasts';
import { failureText } from '../lib/call-gateway';
import { useDownloadMutation } from '../lib/download-api';
import { saveObjectUrl } from '../lib/save-file';

export interface DownloadButtonProps {
  /** Path at the gateway, with its query. */
  path: string;
  /** Name of the file. */
  name: string;
  children: string;
  /** Shown when the server gives no reason. */
  failed: string;
}

/** Downloads a file with the session and saves it through the browser (WEB-31). */
export function DownloadButton({ path, name, children, failed }: DownloadButtonProps) {
  const toasts = useToasts();
  const [load, { isLoading }] = useDownloadMutation();
  const download = async () => {
    try {
      saveObjectUrl(name, await load(path).unwrap());
    } catch (error) {
      toasts.error(failureText(error, failed));
    }
  };
  return (
    <Button loading={isLoading} onClick={() => void download()}>
      {children}
    </Button>
  );
}
