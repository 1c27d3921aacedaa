import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Unreachable } from '../../components/unreachable';
import { failureText } from '../../lib/call-gateway';
import { moment } from '../../lib/figures';
import { useMailedLinkControllerInspectQuery, useMailedLinkControllerUndoMutation } from '../../lib/generated-api';
import { account } from '../../texts/account';
import styles from './account.module.css';
import { Column } from './column';
import { SandboxMailbox } from './sandbox-mailbox';
import { useForm } from './use-form';
import { useTakenQuery } from './use-taken-query';
import { verificationFailure } from './verification-failure.rule';

const texts = account.undo;

/** The page behind the link in the notice to an account's old address: a button undoes the change (WEB-40, ACC-66). */
export function UndoEmailChange() {
  const token = useTakenQuery().get('token') ?? '';
  const { data, error, isFetching, refetch } = useMailedLinkControllerInspectQuery({ token }, { skip: token === '' });
  const [undo] = useMailedLinkControllerUndoMutation();
  const [said, setSaid] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({});

  const send = async () => {
    setFailure(null);
    try {
      setSaid((await undo({ body: { token } }).unwrap()).message);
    } catch (refusal) {
      setFailure(refusal);
    }
  };

  if (said !== null) return <Undone said={said} />;
  const isInvalid = token === '' || (error !== undefined && verificationFailure(error) === 'invalid');
  if (isInvalid || (data && data.link.kind !== 'undo-email-change'))
    return (
      <Column title={texts.title}>
        <p role="alert" className={styles.card}>
          {texts.invalid}
        </p>
      </Column>
    );
  if (error && !isFetching)
    return (
      <Column title={texts.title}>
        <Unreachable text={texts.failed} onRetry={() => void refetch()} />
      </Column>
    );
  if (!data)
    return (
      <Column title={texts.title}>
        <p role="status">{texts.loading}</p>
      </Column>
    );
  return (
    <Column title={texts.title} lead={texts.lead(data.link.email ?? '', moment(data.link.asked_at))}>
      <p className={styles.muted}>{texts.also}</p>
      <form className={styles.form} onSubmit={form.onSubmit(send)}>
        <Button type="primary" size="large" htmlType="submit" loading={form.isSending}>
          {texts.press}
        </Button>
      </form>
      {failure !== null && (
        <p role="alert" className={styles.error}>
          {failureText(failure, texts.failed)}
        </p>
      )}
    </Column>
  );
}

function Undone({ said }: { said: string }) {
  return (
    <Column title={texts.title}>
      <section className={styles.card}>
        <p role="status">{said}</p>
        <SandboxMailbox />
        <p>
          <Link to="/forgot-password">{texts.reset}</Link>
        </p>
      </section>
    </Column>
  );
}
