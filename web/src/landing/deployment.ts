import { useEffect, useState } from 'react';
import { DEPLOYMENT_ANSWERS } from '../lib/answers/deployment';
import type { InfoControllerInfoApiResponse } from '../lib/generated-api';

type Deployment = Pick<InfoControllerInfoApiResponse, 'contact' | 'social' | 'videos' | 'sandbox'>;

/** What the deployment links to and stands in for (API-23, API-25); undefined until it has said so, and where it cannot be asked: then nothing is shown (WEB-32). */
export function useDeployment(): Deployment | undefined {
  const [deployment, setDeployment] = useState<Deployment>();
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      const response = await fetch(`${location.origin}/api/info`, { signal: leaving.signal });
      if (response.ok) setDeployment(DEPLOYMENT_ANSWERS.infoControllerInfo(await response.json()));
    };
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return deployment;
}
