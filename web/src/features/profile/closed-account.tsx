import { Button, Modal } from 'antd';
import { ended } from '../../app/session';
import { useAppDispatch } from '../../app/store';
import { moment } from '../../lib/figures';
import { profile } from '../../texts/profile';
import styles from './profile.module.css';

/** The last page of an account: the time until which a login keeps it (ACC-33). It stays until the user leaves it. */
export function ClosedAccount({ erasedAt }: { erasedAt: string }) {
  const dispatch = useAppDispatch();
  const leave = () => {
    window.location.assign('/');
    dispatch(ended());
  };
  return (
    <Modal
      open
      title={profile.data.closedTitle}
      footer={null}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
    >
      <div className={styles.dialog}>
        <p role="status">{profile.data.erasedAt(moment(erasedAt))}</p>
        <div className={styles.end}>
          <Button type="primary" onClick={leave}>
            {profile.data.leave}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
