import { type FormEvent, useRef, useState } from 'react';
import type { FieldErrors } from './field-errors';

/** The values of a form, its errors, and at most one submission at a time. */
export function useForm<Name extends string>(initial: Record<Name, string>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSending, setSending] = useState(false);
  const sending = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  /** The props of a field; a change removes its error. */
  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  /** Shows `found` at its fields, in place of earlier errors, and focuses the first field with an error. Returns whether there was any. */
  const showErrors = (found: FieldErrors): boolean => {
    setErrors(found);
    const first = Object.keys(found).find((name) => found[name]);
    const input = first && form.current?.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
    return first !== undefined;
  };

  /** A second click or Enter during a submission has no effect. */
  const onSubmit = (send: () => Promise<void>) => (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setSending(true);
    void send().finally(() => {
      sending.current = false;
      setSending(false);
    });
  };

  return { values, field, showErrors, onSubmit, isSending, ref: form };
}
