import { useEffect, useState } from 'react';
import type { InfoControllerInfoApiResponse } from '../lib/generated-api';

/** Gateways of a release before this page's say less. */
type Deployment = Partial<Pick<InfoControllerInfoApiResponse, 'contact' | 'social' | 'videos' | 'sandbox'>>;

/** What the deployment links to and stands in for (API-23, API-25); undefined until it has said so, and where it cannot be asked: then nothing is shown (WEB-32). */
export function useDeployment(): Deployment | undefined {
  const [deployment, setDeployment] = useState<Deployment>();
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      const response = await fetch(`${location.origin}/api/info`, { signal: leaving.signal });
      if (response.ok) setDeployment((await response.json()) as InfoControllerInfoApiResponse);
    };
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return deployment;
}
