/**
 * Focuses the first field of a form whose text cannot be read, as the field has declared by its validity. True: there is
 * one, and the form must not be submitted, because the field reports an empty value for such text.
 */
export function focusUnreadable(form: HTMLFormElement): boolean {
  const field = [...form.elements].find((one) => one instanceof HTMLInputElement && one.validity.customError);
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  return true;
}
