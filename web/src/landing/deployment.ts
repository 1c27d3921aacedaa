import { useEffect, useState } from 'react';
import { DEPLOYMENT_ANSWERS } from '../lib/answers/deployment';
import type { InfoControllerInfoApiResponse } from '../lib/generated-api';

type Deployment = Pick<InfoControllerInfoApiResponse, 'contact' | 'social' | 'videos' | 'sandbox'>;

/**
 * The links and simulated parts of the deployment (API-23, API-25). Undefined until it has answered, and when it cannot be asked; then nothing is
 * shown (WEB-32).
 */
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
