import { Switch } from 'antd';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { useInfoControllerInfoQuery } from '../../lib/generated-api';
import { docs } from '../../texts/docs';
import type { Target } from './snippets.rule';
import styles from './docs.module.css';

const TargetContext = createContext<Target>({ baseUrl: '', apiKey: null });

/** Address and key of every example on the page. */
export function useTarget(): Target {
  return useContext(TargetContext);
}

/** Gives the examples their address, and, when a signed-in user asks for it, the own key. */
export function DocsTarget({ children }: { children: ReactNode }) {
  const { status, user } = useAppSelector((state) => state.session);
  const { data: info } = useInfoControllerInfoQuery();
  const [isFilled, setFilled] = useState(false);
  const key = status === 'authenticated' ? (user?.apiKey ?? null) : null;
  return (
    <TargetContext value={{ baseUrl: info?.base_url ?? location.origin, apiKey: isFilled ? key : null }}>
      {/* While the session is checked the place is kept, so that the page stands still. */}
      {status !== 'anonymous' && (
        <div className={styles.fill}>
          {status === 'authenticated' && key === null && <Link to="/api-keys">{docs.noKey}</Link>}
          {key !== null && (
            <label>
              <Switch size="small" checked={isFilled} onChange={setFilled} aria-label={docs.fillKey} /> {docs.fillKey}
            </label>
          )}
        </div>
      )}
      {children}
    </TargetContext>
  );
}
