import { DomainError } from '@precis/runtime/domain-error';

export const resetTokenInvalid = () =>
  new DomainError(
    'invalid',
    'reset_token_invalid',
    'Invalid or expired password reset token. Please request a new password reset link.',
  );
export const currentPasswordWrong = () =>
  new DomainError('invalid', 'current_password_wrong', 'The current password is incorrect.');
