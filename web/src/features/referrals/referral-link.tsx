import { Skeleton } from 'antd';
import { useToasts } from '../../app/toasts';
import { CopyButton } from '../../components/copy-button';
import { Unreachable } from '../../components/unreachable';
import { useReferralControllerLinkQuery } from '../../lib/generated-api';
import { referrals } from '../../texts/referrals';
import styles from './referrals.module.css';

/** The link and the code, each with a way to copy it (WEB-29, WEB-35). */
export function ReferralLink() {
  const toasts = useToasts();
  const { data, isError, isFetching, refetch } = useReferralControllerLinkQuery();
  if (isError && !isFetching) return <Unreachable text={referrals.linkFailed} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={`${styles.link} ${styles.linkComing}`}>
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      </div>
    );
  return (
    <dl className={styles.link}>
      <div>
        <dt>{referrals.link}</dt>
        <dd>
          <code>{data.referral_link}</code>
          <CopyButton
            type="primary"
            text={data.referral_link}
            label={referrals.copyLink}
            onCopied={() => toasts.success(referrals.linkCopied)}
            onFailed={() => toasts.error(referrals.copyLinkFailed)}
          />
        </dd>
      </div>
      <div>
        <dt>{referrals.code}</dt>
        <dd>
          <code>{data.referral_code}</code>
          <CopyButton
            text={data.referral_code}
            label={referrals.copyCode}
            onCopied={() => toasts.success(referrals.codeCopied)}
            onFailed={() => toasts.error(referrals.copyCodeFailed)}
          />
        </dd>
      </div>
    </dl>
  );
}
