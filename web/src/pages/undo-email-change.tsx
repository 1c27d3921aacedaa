import { UndoEmailChange } from '../features/account/undo-email-change';

export default function Page() {
  return <UndoEmailChange />;
}
